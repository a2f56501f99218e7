import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../problem/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of output beyond which git's answer is refused: a change that large is not reviewed by anyone. */
const outputLimit = 64 * 1024 * 1024;

/** Settings under which git runs nothing of the repository's own and changes no bytes. */
const settings = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.autocrlf=false'],
  ...['-c', 'core.quotePath=true', '-c', 'diff.external=', '-c', 'gc.auto=0'],
];

/** Runs git with a parent environment; `GIT_*` variables of the caller are left out, those of `more` are set. */
export type Git = (
  folder: string,
  words: readonly string[],
  options?: { readonly more?: Readonly<Record<string, string>>; readonly input?: Uint8Array },
) => Promise<Result<Uint8Array>>;

/** Errors: `git-missing`, `git-failed` with what git said, `git-output-too-large`. */
export function gitRunner(parent: Environment): Git {
  const inherited = Object.entries(parent).filter(([name]) => !name.startsWith('GIT_'));
  return (folder, words, { more = {}, input } = {}) =>
    new Promise((resolve) => {
      const child = spawn('git', [...settings, ...words], {
        cwd: folder,
        env: { ...Object.fromEntries(inherited), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...more },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const printed: Buffer[] = [];
      const complaints: Buffer[] = [];
      let size = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > outputLimit) child.kill('SIGKILL');
        else printed.push(chunk);
      });
      child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
      // Git may end before it has read its input; its exit code says why.
      child.stdin.on('error', () => undefined);
      child.on('error', (error) => resolve(fail('git-missing', `git could not be started: ${error.message}`)));
      child.on('close', (code) => {
        if (size > outputLimit) resolve(fail('git-output-too-large', 'The change is larger than 64 MiB'));
        else if (code === 0) resolve(ok(Buffer.concat(printed)));
        else resolve(fail('git-failed', `git ${words[0]}: ${lastLine(complaints)}`, folder));
      });
      child.stdin.end(input ?? new Uint8Array());
    });
}

function lastLine(complaints: readonly Buffer[]): string {
  const text = Buffer.concat(complaints).toString('utf8').trim();
  return text.slice(-500).toWellFormed() || 'it failed without a word';
}

/** What git printed, as text without the white space around it. */
export function gitText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}
