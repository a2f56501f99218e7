import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NodeProgram {
  /** The first word of a command. */
  readonly program: string;
  /** The environment in which that word is found, also inside a sandbox. */
  readonly environment: Environment;
}

/** Node as commands of the sample call it: `node` where that is installed, else the program that runs Mizan itself. */
export function nodeProgram(environment: Environment, ownProgram: string): NodeProgram {
  // Electron's program is Node when it is told so.
  const asNode = { ...environment, ELECTRON_RUN_AS_NODE: '1' };
  const path = environment.PATH ?? '';
  if (path.split(delimiter).some((folder) => isProgram(join(folder, 'node')))) {
    return { program: 'node', environment: asNode };
  }
  return { program: ownProgram, environment: { ...asNode, PATH: `${dirname(ownProgram)}${delimiter}${path}` } };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
