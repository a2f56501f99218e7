import { describe, expect, it } from 'vitest';
import {
  type AgentVerificationResult,
  memoryTree,
  parseRules,
  type VerificationWorld,
  verifyChange,
} from '../../../core/verification/index.ts';

const patience = 60_000;
const tooComplex = 'function one(a) { return a && a; }\n';

/** A world whose clock and ticks are moved by hand. */
function handWorld(): VerificationWorld & { later(milliseconds: number): void; readonly abort: AbortController } {
  const abort = new AbortController();
  const actions = new Set<() => void>();
  let now = 0;
  return {
    abort,
    signal: abort.signal,
    clock: { now: () => now },
    ticker: {
      every(_milliseconds, action) {
        actions.add(action);
        return () => actions.delete(action);
      },
    },
    progress: () => undefined,
    later(milliseconds) {
      now += milliseconds;
      for (const action of [...actions]) action();
    },
  };
}

async function verify(files: Readonly<Record<string, string>>, rules: object, world: VerificationWorld = handWorld()) {
  const parsed = parseRules(rules, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const change = {
    base: null,
    head: memoryTree(files),
    files: Object.keys(files).map((path) => ({ path, basePath: null })),
  };
  return verifyChange(change, { name: 'case', agentType: null, rules: parsed.value }, '', world);
}

function value(result: Awaited<ReturnType<typeof verify>>): AgentVerificationResult {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

const complexity = { complexity_rules: { max_cyclomatic_complexity: 1 } };

describe('hostile sources', () => {
  // Parsers are native and recurse on their own stack: such a source ends the process that parses it.
  it.each([
    ['unary operators', 'bad.js', `${'!'.repeat(100_000)}a`],
    ['a chain of members', 'bad.js', `a${'.b'.repeat(100_000)}`],
    ['nested conditionals', 'bad.ts', `${'a?b:'.repeat(100_000)}c`],
  ])(
    '%s cost their own file and no other',
    async (_name, path, text) => {
      const result = value(await verify({ [path]: text, 'good.js': tooComplex, 'other.py': 'x = 1\n' }, complexity));
      const open = result.dimensionResults.flatMap(({ inconclusive }) => inconclusive);
      expect(open.map(({ file }) => file)).toEqual([path]);
      expect(open[0]?.reason).toMatch(/made its reader end|nested too deeply/);
      expect(result.violations.map(({ file, symbol }) => [file, symbol])).toEqual([['good.js', 'one']]);
      expect(result.status).toBe('failed');
    },
    patience,
  );

  it(
    'a tree too deep for the compiler leaves its names open and those of other files looked up',
    async () => {
      const files = {
        'deep.ts': `export const x = ${'a+'.repeat(50_000)}1;`,
        'wrong.ts': 'export const y = nowhere();\n',
      };
      const result = value(await verify(files, { hallucination_rules: {} }));
      expect(result.violations.map(({ symbol }) => symbol)).toEqual(['nowhere']);
      const open = result.dimensionResults.flatMap(({ inconclusive }) => inconclusive);
      expect(open).toEqual([{ file: 'deep.ts', reason: 'The file is nested too deeply to be read' }]);
    },
    patience,
  );
});

describe('the time budget', () => {
  it(
    'leaves open what takes longer than a file may, and ends its verifier',
    async () => {
      const world = handWorld();
      const running = verify({ 'slow.ts': 'export const x = 1;\n' }, { hallucination_rules: {} }, world);
      world.later(30_001);
      const open = value(await running).dimensionResults.flatMap(({ inconclusive }) => inconclusive);
      expect(open).toEqual([{ file: 'slow.ts', reason: 'The file was given up after 30 s' }]);
    },
    patience,
  );

  it(
    'leaves open what is not reached in all the time there is',
    async () => {
      const world = handWorld();
      const running = verify({ 'a.ts': 'x();\n', 'b.py': 'x()\n' }, { hallucination_rules: {}, ...complexity }, world);
      world.later(120_000);
      const result = value(await running);
      expect(result.status).toBe('inconclusive');
      const reasons = new Set(
        result.dimensionResults.flatMap(({ inconclusive }) => inconclusive).map((one) => one.reason),
      );
      expect([...reasons]).toEqual(['The file was not reached within the time budget']);
    },
    patience,
  );
});

it('ends when a person cancels', async () => {
  const world = handWorld();
  const running = verify({ 'a.ts': 'x();\n' }, { hallucination_rules: {} }, world);
  world.abort.abort();
  const result = await running;
  expect(result.ok ? 'done' : result.problem.code).toBe('cancelled');
});
