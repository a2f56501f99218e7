import { beforeEach, expect, it, vi } from 'vitest';
import type { Answer, Order } from '../../../core/verification/engine/messages.ts';
import { noFindings, type Unit } from '../../../core/verification/engine/unit.ts';
import { VerifierPool } from '../../../core/verification/engine/verifier-pool.ts';
import { memoryTree, parseRules } from '../../../core/verification/index.ts';

/** The kinds of units that each started verifier was given, and how it ended. */
const started: { readonly units: string[]; ending: 'killed' | 'released' | null }[] = [];

vi.mock('../../../core/verification/engine/verifier-process.ts', () => ({
  startVerifier: (hear: (answer: Answer) => void) => {
    const one: (typeof started)[number] = { units: [], ending: null };
    started.push(one);
    return {
      send: (order: Order) => {
        if (order.kind !== 'unit') return;
        one.units.push(order.unit.kind);
        queueMicrotask(() => hear({ kind: 'found', findings: noFindings, head: [], base: [] }));
      },
      kill: () => {
        one.ending = 'killed';
      },
      release: () => {
        one.ending = 'released';
      },
    };
  },
}));

beforeEach(() => {
  started.length = 0;
});

const files = [{ path: 'a.ts', basePath: null }];
const names: Unit = { kind: 'names', family: 'typescript', files };
const types: Unit = { kind: 'types', files };
const sources: Unit = { kind: 'sources', files };

function pool(): VerifierPool {
  const rules = parseRules({ hallucination_rules: {} }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const change = { base: null, head: memoryTree({ 'a.ts': '' }), files };
  const ticker = { every: () => () => undefined };
  const world = { clock: { now: () => 0 }, ticker, signal: null, progress: () => undefined };
  return new VerifierPool(change, rules.value, 2, world);
}

it('reads the declarations of a language in one verifier, beside which the others go on', async () => {
  const verifiers = pool();
  await verifiers.run([names, types, sources]);
  expect(started.map(({ units }) => units)).toEqual([['names', 'types'], ['sources']]);
  await verifiers.run([names]);
  expect(started.map(({ units }) => units)).toEqual([['names', 'types', 'names'], ['sources']]);
});

it('lets verifiers that have nothing to do end by themselves', async () => {
  const verifiers = pool();
  await verifiers.run([names, sources]);
  verifiers.close();
  expect(started.map(({ ending }) => ending)).toEqual(['released', 'released']);
});

it('ends a verifier at once that works on something', async () => {
  const verifiers = pool();
  const running = verifiers.run([names]);
  verifiers.close();
  await running;
  expect(started.map(({ ending }) => ending)).toEqual(['killed']);
});
