import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ReadModels, readModelText } from '../debate/index.ts';
import { systemModelPorts } from '../language-model/index.ts';
import type { CliContext } from './context.ts';

/** Reads the model file that a command was given. Errors: `model-file-unreadable`, and those of `readModelText`. */
export async function readModelOption(file: string, context: CliContext): Promise<ReadModels> {
  let text: string;
  try {
    text = await readFile(resolve(context.workingFolder, file), 'utf8');
  } catch {
    const problem = { code: 'model-file-unreadable', message: 'This file cannot be read', place: file };
    return { ok: false, problems: [problem] };
  }
  return readModelText(file, text, systemModelPorts(context));
}
