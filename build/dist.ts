/** `npm run dist -- [--linux] [--mac] [--win] [--dir] [--arch x64|arm64]`: the packages that a person installs. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { downloadArtifact } from '@electron/get';
import { bundleElectron } from './electron-bundle.ts';
import { fetchRuntime, runtimePackage, wantedMajor } from './node-runtime.mjs';
import { parserBinaries } from './parser-binaries.ts';
import { readOptions } from './read-options.ts';
import { ensureRendererBundle } from './renderer-bundle.ts';
import { projectRoot, runTool } from './run-command.ts';

const platforms = { linux: 'linux', mac: 'darwin', win: 'win32' } as const;
type Target = keyof typeof platforms;

const packages = join(projectRoot, 'dist', 'packages');
/** Filled first and renamed at the end, so that a build that fails leaves nothing behind. */
const staging = join(projectRoot, 'dist', 'packages.staging');
const electronPackage = join(projectRoot, 'node_modules', 'electron');

function giveUp(message: string): never {
  rmSync(staging, { recursive: true, force: true });
  process.stderr.write(`mizan: ${message}\n`);
  process.exit(2);
}

/** The folder with Electron's archive, checked against the checksums that came with the electron package. */
async function fetchElectron(target: Target, arch: string): Promise<string> {
  const version = (JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')) as { version: string })
    .version;
  const checksums = JSON.parse(readFileSync(join(electronPackage, 'checksums.json'), 'utf8')) as Record<string, string>;
  const platform = platforms[target];
  try {
    return dirname(await downloadArtifact({ version, platform, arch, artifactName: 'electron', checksums }));
  } catch (error) {
    return giveUp(
      `No package was made: Electron ${version} for ${platform}-${arch} could not be fetched (${messageOf(error)}). ` +
        `Run this where github.com can be reached, set ELECTRON_MIRROR to a mirror of Electron's releases, or put ` +
        `electron-v${version}-${platform}-${arch}.zip into @electron/get's cache.`,
    );
  }
}

/** Puts the Node of the inspector where electron-builder takes it from. */
function provideNode(target: Target, arch: string): void {
  const platform = platforms[target];
  const name = runtimePackage(platform, arch);
  const binary =
    name === undefined
      ? null
      : fetchRuntime(name, platform, () =>
          process.stdout.write(`Fetching Node ${wantedMajor} for ${platform}-${arch} …\n`),
        );
  if (binary === null) {
    giveUp(
      `No package was made: there is no Node ${wantedMajor} for ${platform}-${arch} to be had from the npm registry.`,
    );
  }
  const folder = join(projectRoot, 'dist', 'node', `${platform}-${arch}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(binary, join(folder, basename(binary)));
}

/** npm installs native packages for its own system alone; a package for another would lack them without a word. */
function requireParsers(target: Target, arch: string): void {
  const platform = platforms[target];
  const missing = parserBinaries(platform, arch)
    .filter(({ name }) => !existsSync(join(projectRoot, 'node_modules', name)))
    .map(({ name, version }) => `${name}@${version}`);
  if (missing.length === 0) return;
  const command = `npm install --no-save --force --os=${platform} --cpu=${arch} ${missing.join(' ')}`;
  giveUp(`No package was made: the parsers for ${platform}-${arch} are not installed. Run: ${command}`);
}

async function packageFor(target: Target, arch: string, electron: string, unpackedOnly: boolean): Promise<void> {
  process.stdout.write(`Packaging for ${target}-${arch} …\n`);
  const outcome = await runTool(
    'electron-builder/cli.js',
    [
      `--${target}`,
      ...(unpackedOnly ? ['dir'] : []),
      `--${arch}`,
      '--publish=never',
      '--config=electron-builder.yml',
      `-c.directories.output=${staging}`,
      `-c.electronDist=${electron}`,
    ],
    { quiet: true },
  );
  if (outcome.code !== 0) {
    giveUp(
      `No package was made: electron-builder could not finish for ${target}-${arch}.\n${outcome.output.trimEnd()}`,
    );
  }
}

/** What went wrong, with the reason below it that `fetch` hides. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

const options = readOptions(
  {
    options: {
      linux: { type: 'boolean' },
      mac: { type: 'boolean' },
      win: { type: 'boolean' },
      dir: { type: 'boolean', default: false },
      arch: { type: 'string', default: process.arch },
    },
  },
  'Use: npm run dist -- [--linux] [--mac] [--win] [--dir] [--arch x64|arm64]',
  giveUp,
);
const { arch, dir } = options;
if (arch !== 'x64' && arch !== 'arm64') giveUp(`there is no package for ${arch}: use --arch x64 or --arch arm64`);
const named = (Object.keys(platforms) as Target[]).filter((target) => options[target] === true);
const targets =
  named.length > 0 ? named : (Object.keys(platforms) as Target[]).filter((one) => platforms[one] === process.platform);
if (targets.length === 0) giveUp(`there is no package for ${process.platform}: name --linux, --mac or --win`);

rmSync(staging, { recursive: true, force: true });
// Before the bundles are built: it is the part that fails most often.
const fetched = new Map<Target, string>();
for (const target of targets) {
  requireParsers(target, arch);
  fetched.set(target, await fetchElectron(target, arch));
  provideNode(target, arch);
}
const bundle = await ensureRendererBundle(() => process.stdout.write('Building the console …\n'));
if (bundle.state === 'failed') giveUp(`the console could not be built:\n${bundle.output}`);
await bundleElectron();
for (const [target, electron] of fetched) await packageFor(target, arch, electron, dir);

mkdirSync(packages, { recursive: true });
for (const name of readdirSync(staging)) {
  if (existsSync(join(packages, name))) rmSync(join(packages, name), { recursive: true });
  renameSync(join(staging, name), join(packages, name));
}
rmSync(staging, { recursive: true });
process.stdout.write(`Packages are in ${packages}\n`);
