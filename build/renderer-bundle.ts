import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, runTool } from './run-command.ts';

/** What the bundle is made from. */
const sources = ['renderer', 'core/api', 'core/problem', 'build/vite.renderer.config.ts', 'package-lock.json'] as const;
/** Beside the bundle, not in it: the hash of the sources that it was built from. */
const stampFile = join(projectRoot, 'dist', 'renderer.sources');
const pageFile = join(projectRoot, 'dist', 'renderer', 'index.html');

export type BundleOutcome =
  | { readonly state: 'fresh' }
  | { readonly state: 'built'; readonly milliseconds: number }
  | { readonly state: 'failed'; readonly output: string };

/**
 * Builds `dist/renderer` when it is missing or its sources changed since. `onBuild` is called before a build starts.
 */
export async function ensureRendererBundle(onBuild: () => void): Promise<BundleOutcome> {
  const wanted = hashOfSources();
  if (existsSync(pageFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) {
    return { state: 'fresh' };
  }
  onBuild();
  const start = performance.now();
  const outcome = await runTool('vite/bin/vite.js', ['build', '--config', 'build/vite.renderer.config.ts'], {
    quiet: true,
  });
  if (outcome.code !== 0) return { state: 'failed', output: outcome.output };
  writeFileSync(stampFile, wanted);
  return { state: 'built', milliseconds: performance.now() - start };
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) {
    const body = readFileSync(join(projectRoot, file));
    hash.update(`${file}\0${body.length}\0`).update(body);
  }
  return hash.digest('hex');
}

function filesOf(source: string): readonly string[] {
  if (source.includes('.')) return [source];
  return readdirSync(join(projectRoot, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length))
    .sort();
}
