import { fail, ok, type Result } from '../../problem/index.ts';
import { type Git, gitText } from './git.ts';

/** Puts a change into a folder, all of it or nothing. Error: `change-conflicts`, with what git said. */
export async function landChange(git: Git, folder: string, diff: Uint8Array): Promise<Result<null>> {
  const possible = await checkLanding(git, folder, diff);
  if (!possible.ok) return possible;
  const applied = await apply(git, folder, diff, []);
  return applied.ok ? ok(null) : conflict(applied.problem.message, folder);
}

/** Whether the change would fit, without changing anything. */
export async function checkLanding(git: Git, folder: string, diff: Uint8Array): Promise<Result<null>> {
  const checked = await apply(git, folder, diff, ['--check']);
  return checked.ok ? ok(null) : conflict(checked.problem.message, folder);
}

/** Whether the folder holds the change already. */
export async function isLanded(git: Git, folder: string, diff: Uint8Array): Promise<boolean> {
  const checked = await apply(git, folder, diff, ['--check', '--reverse']);
  return checked.ok;
}

/** Git takes paths from the top of a repository and passes over others in silence, so a subfolder must be named. */
async function apply(git: Git, folder: string, diff: Uint8Array, more: readonly string[]): Promise<Result<unknown>> {
  const prefix = await git(folder, ['rev-parse', '--show-prefix']);
  const below = prefix.ok ? gitText(prefix.value) : '';
  const words = [
    'apply',
    '--binary',
    '--whitespace=nowarn',
    ...(below === '' ? [] : [`--directory=${below}`]),
    ...more,
  ];
  return git(folder, [...words, '-'], { input: diff });
}

function conflict(message: string, folder: string): Result<never> {
  return fail(
    'change-conflicts',
    `The change does not fit the folder any more, nothing was changed: ${message}`,
    folder,
  );
}
