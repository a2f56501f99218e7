import { resolve } from 'node:path';
import { isModelPath, readModelFile, readNamedModels } from '../background/index.ts';
import type { ReadModels } from '../debate/index.ts';
import type { CliContext } from './context.ts';
import { placesOf } from './ledger-option.ts';

/**
 * Reads the model file that a command was given: the path of one, or a name of this user's model files, those that the
 * console offers. Errors: `model-unknown`, `model-file-unreadable`, and those of `readModelText`.
 */
export function readModelOption(given: string, context: CliContext): Promise<ReadModels> {
  const world = { ...context, configFolder: placesOf(context).configFolder };
  if (!isModelPath(given)) return readNamedModels(given, world);
  return readModelFile(resolve(context.workingFolder, given), world, given);
}
