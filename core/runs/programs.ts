import { spawn } from 'node:child_process';
import type { Json } from '../canonical/index.ts';
import { MachineFailure } from '../machine/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { splitCommand } from '../sandbox/index.ts';

/** More output than this is refused: 8 MiB. */
const maxOutput = 8_388_608;

export type Program = (question: Json, signal: AbortSignal) => Promise<Json>;

/**
 * A program that gets one JSON value on its standard input and answers with one on its standard output. No shell.
 * Errors of `splitCommand`; while it runs it fails with `ProgramError`.
 */
export function programOf(command: string, folder: string): Result<Program> {
  const words = splitCommand(command);
  if (!words.ok) return words;
  const [name = '', ...args] = words.value;
  return ok((question, signal) => ask(name, args, folder, question, signal));
}

function ask(name: string, args: readonly string[], cwd: string, question: Json, signal: AbortSignal): Promise<Json> {
  return new Promise((resolve, reject) => {
    const failure = (message: string): void => reject(new MachineFailure('ProgramError', `${name}: ${message}`));
    const child = spawn(name, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'], signal, killSignal: 'SIGKILL' });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', (error) => failure(error.message));
    child.on('close', (code) => {
      if (size > maxOutput) return failure('it wrote more than 8 MiB');
      if (code !== 0) return failure(`it ended with code ${code ?? 'none'}`);
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json);
      } catch {
        failure('it did not answer with JSON');
      }
    });
    // A program that does not read its input closes the pipe early; its answer is what counts.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(question));
  });
}
