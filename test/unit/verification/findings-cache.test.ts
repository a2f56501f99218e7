import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FindingsCache, folderTree, parseRules, verifyChange } from '../../../core/verification/index.ts';
import { systemClock, systemTicker } from '../../../core/world/index.ts';

let folder = '';
let project = '';

async function symbolsFound(): Promise<readonly string[]> {
  const rules = parseRules({ hallucination_rules: {} }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const change = { base: null, head: folderTree(project), files: [{ path: 'a.ts', basePath: null }] };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const cache = new FindingsCache(folder);
  const world = { clock: systemClock, ticker: systemTicker, signal: null, progress: () => undefined, cache };
  const result = await verifyChange(change, policy, '', world);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ symbol }) => symbol);
}

/** Marks every kept finding, so that it can be told whether it was found again. */
function markKept(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"gone"', '"kept"'));
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-cache-'));
  project = mkdtempSync(join(tmpdir(), 'mizan-project-'));
  writeFileSync(join(project, 'a.ts'), "import { gone } from './b.ts';\nexport const a = gone;\n");
  writeFileSync(join(project, 'b.ts'), 'export const b = 1;\n');
});
afterEach(() => {
  for (const one of [folder, project]) rmSync(one, { recursive: true, force: true });
});

it('keeps findings until a file that they rest on changes', { timeout: 60_000 }, async () => {
  expect(await symbolsFound()).toEqual(['gone']);
  markKept();
  expect(await symbolsFound()).toEqual(['kept']);
  // Not the file that was verified, but one that it imports.
  writeFileSync(join(project, 'b.ts'), 'export const gone = 1;\n');
  expect(await symbolsFound()).toEqual([]);
});

it('finds again what a broken or missing entry does not say', { timeout: 60_000 }, async () => {
  expect(await symbolsFound()).toEqual(['gone']);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"head":[');
  expect(await symbolsFound()).toEqual(['gone']);
});
