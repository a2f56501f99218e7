import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The options of a script. What does not fit is told to `giveUp` with the usage below it. */
export function readOptions<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
  giveUp: (message: string) => never,
): ReturnType<typeof parseArgs<Config>>['values'] {
  try {
    return parseArgs(config).values;
  } catch (error) {
    return giveUp(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
