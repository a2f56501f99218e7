import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../problem/index.ts';

const outputLimit = 1024 * 1024 * 1024;

/** How a git ended: with which exit code (null: by a signal), saying what. */
export interface GitEnding {
  readonly code: number | null;
  readonly output: Buffer;
  readonly complaint: string;
}

/** Runs git in a folder without a shell, however it ends. Error: `git-missing`. */
export async function runGit(folder: string, words: readonly string[], input = ''): Promise<Result<GitEnding>> {
  return new Promise((resolve) => {
    const child = spawn('git', ['-c', 'core.quotePath=false', ...words], {
      cwd: folder,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= outputLimit) chunks.push(chunk);
      else child.kill();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(0, 2000);
    });
    child.once('error', (error) => resolve(fail('git-missing', `git cannot be run (${error.message}); install it`)));
    child.once('close', (code) => resolve(ok({ code, output: Buffer.concat(chunks), complaint: complaint.trim() })));
    // git may end before it has read everything; its exit code says all that matters.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** The same where git has to succeed. Errors: `git-missing`, `git-failed` with what git said. */
export async function git(folder: string, words: readonly string[], input = ''): Promise<Result<Buffer>> {
  const ended = await runGit(folder, words, input);
  if (!ended.ok) return ended;
  const { code, output, complaint } = ended.value;
  return code === 0 ? ok(output) : fail('git-failed', `git ${words[0] ?? ''} failed: ${complaint}`, folder);
}
