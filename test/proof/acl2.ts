/** Runs Debian's `acl2` on a few forms. */
import { spawn } from 'node:child_process';

/** Starts ACL2 in a folder, evaluates the forms, and gives all that it printed. `acl2-missing` is not told apart. */
export function runAcl2(folder: string, forms: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('acl2', [], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve(error.message));
    child.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    child.stdin.on('error', () => undefined); // ACL2 that ended early says why in its output
    child.stdin.end(`${forms.join('\n')}\n(good-bye)\n`);
  });
}

/** Only errors and what is printed on purpose. */
export const quiet = '(set-inhibit-output-lst (quote (proof-tree event summary warning observation prove)))';
