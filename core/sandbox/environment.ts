import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/**
 * Variables that tools need to find themselves. Nothing else of the parent's environment gets in: no tokens, no keys.
 */
const passedOn = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'JAVA_HOME',
  'GOROOT',
  'PYENV_ROOT',
  'PYENV_VERSION',
  'RBENV_ROOT',
  'RUSTUP_HOME',
  'CARGO_HOME',
  'DOTNET_ROOT',
  'VIRTUAL_ENV',
  'SystemRoot',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a command under test. `home` is where it believes to be at home. */
export function cleanEnvironment(parent: Environment, home: string): Record<string, string> {
  const kept: [string, string][] = passedOn.flatMap((name) => {
    const value = parent[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    HOME: home,
    TMPDIR: '/tmp',
    TERM: 'dumb',
    NO_COLOR: '1',
    // Electron's own executable runs our checks as plain Node.
    ELECTRON_RUN_AS_NODE: '1',
  };
}

/** Folders whose content no command under test may see: homes and everything temporary. */
export function hiddenFolders(home: string): readonly string[] {
  return [...new Set(['/home', '/root', home, '/tmp', '/var/tmp', '/run', '/mnt', '/media'])].filter(
    (folder) => existsSync(folder) && realpathSync(folder) === folder,
  );
}

/** Where user-installed tools keep what they need to run, below the home folder. */
const toolFolders = ['.local/lib', '.local/pipx', '.rustup', '.pyenv', '.rbenv', '.volta', '.deno', '.bun', 'go'];

/** Files inside those that hold credentials and stay hidden. */
const credentialFiles = ['.cargo/credentials', '.cargo/credentials.toml', '.bun/auth.json'];

/** What has to be shown again, read-only, of the hidden folders so that the tools on PATH work. */
export function toolchains(
  parent: Environment,
  home: string,
): { readonly folders: readonly string[]; readonly masked: readonly string[] } {
  const hidden = hiddenFolders(home);
  const onPath = (parent.PATH ?? '')
    .split(':')
    .filter((folder) => folder.startsWith('/') && existsSync(folder) && isBelow(folder, hidden))
    .map((folder) => toolRoot(folder, home));
  const known = toolFolders.map((folder) => join(home, folder)).filter((folder) => existsSync(folder));
  const folders = [...new Set([...onPath, ...known])].sort();
  const masked = credentialFiles.map((file) => join(home, file)).filter((file) => existsSync(file));
  return { folders, masked: masked.filter((file) => isBelow(file, folders)) };
}

/** `…/tool/bin` needs the rest of `…/tool` too; but the home folder and `~/.local` hold more than tools. */
function toolRoot(folder: string, home: string): string {
  const parent = dirname(folder);
  const holdsOnlyTool = parent !== home && parent !== join(home, '.local') && parent !== '/tmp';
  return ['bin', 'sbin', 'shims'].includes(basename(folder)) && holdsOnlyTool ? parent : folder;
}

/** Whether a path is one of the folders or lies in one. It compares texts: links must be resolved and `..` gone. */
export function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}
