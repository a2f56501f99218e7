import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** A program or file of the system that some tests need, and the Debian packages that bring it. */
export interface SystemNeed {
  readonly name: string;
  readonly packages: readonly string[];
  isThere(): boolean;
}

export const chromium: SystemNeed = program('chromium', ['chromium']);
export const fonts: SystemNeed = {
  name: 'fonts',
  packages: ['fonts-dejavu-core', 'fonts-noto-core'],
  isThere: () => existsSync('/usr/share/fonts/truetype/dejavu') && existsSync('/usr/share/fonts/truetype/noto'),
};
export const bubblewrap: SystemNeed = program('bwrap', ['bubblewrap']);
export const git: SystemNeed = program('git', ['git']);
export const compiler: SystemNeed = {
  name: 'gcc',
  packages: ['gcc', 'libc6-dev'],
  isThere: () => isOnPath('gcc') && existsSync('/usr/include/stdio.h'),
};
const python: SystemNeed = program('python3', ['python3']);
/** The theorem prover with the books that ours include, certified. */
const acl2: SystemNeed = {
  name: 'acl2',
  packages: ['acl2', 'acl2-books', 'acl2-books-certs'],
  isThere: () => isOnPath('acl2') && globSync('/usr/share/acl2-*/books/centaur/fty/top.cert').length > 0,
};
/** What `npm run prove` needs. Debian's ACL2 calls the C compiler for every book that it certifies. */
export const proofNeeds: readonly SystemNeed[] = [acl2, compiler, python];

/**
 * Installs what is missing with apt-get where this process may, saying so first; else says what a person has to
 * install. Returns what is still missing afterwards.
 */
export async function provideSystemNeeds(
  needs: readonly SystemNeed[],
  say: (line: string) => void,
): Promise<readonly SystemNeed[]> {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return [];
  const packages = missing.flatMap((need) => need.packages);
  if (!isOnPath('apt-get') || process.getuid?.() !== 0) {
    say(
      `Missing: ${missing.map((need) => need.name).join(', ')}. On Debian: sudo apt-get install ${packages.join(' ')}`,
    );
    return missing;
  }
  say(`Installing Debian packages: ${packages.join(' ')}`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runCommand('apt-get', ['update', '-qq'], { quiet: true, environment });
  const install = await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    quiet: true,
    environment,
  });
  if (install.code !== 0) say(`apt-get failed:\n${update.output}${install.output}`);
  return missing.filter((need) => !need.isThere());
}

function program(name: string, packages: readonly string[]): SystemNeed {
  return { name, packages, isThere: () => isOnPath(name) };
}

function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
