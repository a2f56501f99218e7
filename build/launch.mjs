// Runs a TypeScript entry under a Node that can (>= 22.18 strips types and has Node-API 10 for better-sqlite3).
// Itself plain JavaScript for Node >= 18. When the running Node is too old it fetches Node 24 once from the npm
// registry into .node/ and starts again under it.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchRuntime, runtimeFolder, runtimePackage, wantedMajor } from './node-runtime.mjs';

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

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
  const name = runtimePackage(process.platform, process.arch);
  if (name === undefined) {
    fail(
      `Node ${process.versions.node} is too old and no Node ${wantedMajor} package is known for ` +
        `${process.platform}-${process.arch}. Install Node 22.18 or newer and run the command again.`,
    );
  }
  const binary = fetchRuntime(name, process.platform, () =>
    process.stderr.write(
      `mizan: Node ${process.versions.node} is too old, fetching Node ${wantedMajor} into .node/ (once, about 50 MB)\n`,
    ),
  );
  if (binary === null) {
    fail(`could not fetch ${name}@${wantedMajor} from the npm registry. Install Node 22.18 or newer instead.`);
  }
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
