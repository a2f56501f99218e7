import { fail, ok, type Result } from '../../problem/index.ts';
import type { Git } from './git.ts';

const words = ['apply', '--binary', '--whitespace=nowarn'];

/** Puts a change into a folder, all of it or nothing. Error: `change-conflicts`, with what git said. */
export async function landChange(git: Git, folder: string, diff: Uint8Array): Promise<Result<null>> {
  const possible = await checkLanding(git, folder, diff);
  if (!possible.ok) return possible;
  const applied = await git(folder, [...words, '-'], { input: diff });
  return applied.ok ? ok(null) : conflict(applied.problem.message, folder);
}

/** Whether the change would fit, without changing anything. */
export async function checkLanding(git: Git, folder: string, diff: Uint8Array): Promise<Result<null>> {
  const checked = await git(folder, [...words, '--check', '-'], { input: diff });
  return checked.ok ? ok(null) : conflict(checked.problem.message, folder);
}

/** Whether the folder holds the change already. */
export async function isLanded(git: Git, folder: string, diff: Uint8Array): Promise<boolean> {
  const checked = await git(folder, [...words, '--check', '--reverse', '-'], { input: diff });
  return checked.ok;
}

function conflict(message: string, folder: string): Result<never> {
  return fail(
    'change-conflicts',
    `The change does not fit the folder any more, nothing was changed: ${message}`,
    folder,
  );
}
