import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agentRoles,
  assertsFact,
  debateToolNames,
  findFactualAssertions,
  isPermitted,
  muhasabahGate,
  muhasabahRules,
  positionFingerprint,
  type StopInputs,
  type StopOutput,
  stopReason,
  validateChallenge,
  validateOutput,
} from '../../core/debate/index.ts';
import { output, twoClaims, uuid } from '../fixture/debate-case.ts';

const numRuns = process.env.MIZAN_LONG === '1' ? 50_000 : 500;
const check = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, holds), { numRuns });

const anyRecord = fc.record(
  {
    supported_claim_ids: fc.oneof(fc.array(fc.constantFrom(uuid(1), uuid(2), uuid(9), 'x')), fc.anything()),
    confidence: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double(), fc.anything()),
    falsifiability_tests: fc.oneof(fc.array(fc.record({ test_description: fc.string() })), fc.anything()),
    uncertainties: fc.oneof(fc.array(fc.record({ uncertainty: fc.string() })), fc.anything()),
    counter_hypothesis: fc.oneof(fc.string(), fc.anything()),
  },
  { requiredKeys: [] },
);

describe('the Muḥāsabah gate', () => {
  it('always returns, whatever comes in (D3)', () => {
    check(fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true }), (raw) => {
      expect(validateOutput(raw, twoClaims).valid).toBe(false);
    });
    check(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (answer) => {
      expect(muhasabahGate(answer, twoClaims).valid).toBe(false);
    });
  });

  it('names each rule once, in order, and INVALID_RECORD alone', () => {
    check(fc.tuple(fc.constantFrom('We like it.', 'It lost 40 customers.'), anyRecord), ([content, record]) => {
      const { valid, violations } = validateOutput({ ...output(content), muhasabah_record: record }, twoClaims);
      const places = violations.map(({ rule }) => muhasabahRules.indexOf(rule));
      expect(valid).toBe(places.length === 0);
      expect(places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))).toBe(true);
      if (places.includes(0)) expect(places).toEqual([0]);
    });
  });

  it('lets nothing pass that asserts a fact and cites no claim', () => {
    check(fc.tuple(fc.lorem(), fc.double({ min: 0, max: 1, noNaN: true })), ([words, confidence]) => {
      const record = { confidence, falsifiability_tests: [{ test_description: 't' }], counter_hypothesis: 'c' };
      const rules = validateOutput(output(`${words} They lost $4 million.`, record), twoClaims).violations;
      expect(rules.map(({ rule }) => rule)).toEqual(['NO_FREE_FACTS']);
    });
  });
});

describe('the detector', () => {
  it('answers the same each time, and finds a fact wherever it stands', () => {
    check(fc.tuple(fc.string(), fc.string()), ([before, after]) => {
      expect(findFactualAssertions(before)).toEqual(findFactualAssertions(before));
      expect(assertsFact(`${before}\n\nRevenue was $12.4 million in 2019.\n\n${after}`)).toBe(true);
    });
  });
});

it('the matrix permits exactly the pairs of names that it holds (D6)', () => {
  const pairs = agentRoles.flatMap((role) => debateToolNames.filter((tool) => isPermitted(role, tool)));
  expect(pairs.length).toBe(5 + 5 + 4 + 1 + 1 + 2);
  check(fc.tuple(fc.string(), fc.string()), ([role, tool]) => {
    const known = (agentRoles as readonly string[]).includes(role);
    if (!known || !(debateToolNames as readonly string[]).includes(tool)) expect(isPermitted(role, tool)).toBe(false);
  });
});

it('a challenge is valid exactly when each of the three is there (D8)', () => {
  const list = fc.oneof(fc.array(fc.oneof(fc.string(), fc.constant(null))), fc.anything());
  check(fc.tuple(list, fc.oneof(fc.string(), fc.anything()), list), ([claims, defect, evidence]) => {
    const there = (one: unknown) => typeof one === 'string' && one.trim() !== '';
    const some = (all: unknown) => Array.isArray(all) && all.some(there);
    const { valid, reason } = validateChallenge({ claim_refs: claims, defect_type: defect, evidence_refs: evidence });
    expect(valid).toBe(some(claims) && there(defect) && some(evidence));
    expect(reason === null).toBe(valid);
  });
});

describe('stop conditions (D2)', () => {
  const stopOutput: fc.Arbitrary<StopOutput> = fc.record({
    agentId: fc.constantFrom('a', 'b', 'c', 'd'),
    round: fc.integer({ min: 1, max: 4 }),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    position: fc.constantFrom(null, 'x', 'y'),
    critical: fc.constant(false),
    foundNewEvidence: fc.boolean(),
  });
  const inputs: fc.Arbitrary<StopInputs> = fc.record({
    round: fc.integer({ min: 1, max: 4 }),
    maxRounds: fc.integer({ min: 1, max: 5 }),
    consensusThreshold: fc.constant(0.1),
    stableDissentRounds: fc.constant(2),
    outputs: fc.array(stopOutput, { maxLength: 6 }),
    positions: fc.array(
      fc
        .dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(null, 'x', 'y'))
        .map((one) => new Map(Object.entries(one))),
      { maxLength: 3 },
    ),
    retrievalRequested: fc.boolean(),
    retrievalCompleted: fc.boolean(),
    openQuestions: fc.integer({ min: 0, max: 2 }),
  });

  it('a critical output ends every debate, and the last round every other', () => {
    check(fc.tuple(inputs, stopOutput), ([given, one]) => {
      expect(stopReason({ ...given, outputs: [...given.outputs, { ...one, critical: true }] })).toBe('CRITICAL_DEFECT');
      expect(stopReason({ ...given, maxRounds: given.round })).toBe('MAX_ROUNDS');
    });
  });

  it('fewer than two agents never agree, and the order of outputs of different agents makes no difference', () => {
    check(inputs, (given) => {
      const open = { ...given, maxRounds: 9 };
      const alone = given.outputs.filter((one) => one.agentId === 'a');
      expect(stopReason({ ...open, outputs: alone })).not.toBe('CONSENSUS');
      const latest = [...new Map(given.outputs.map((one) => [`${one.agentId} ${one.round}`, one])).values()];
      expect(stopReason({ ...open, outputs: latest.toReversed() })).toBe(stopReason({ ...open, outputs: latest }));
    });
  });

  it('a position has one fingerprint in every round and role', () => {
    const stand = fc.constantFrom('support', 'oppose: unit errors', 'wait for the audit');
    check(fc.tuple(stand, fc.integer({ min: 1, max: 99 }), fc.constantFrom(...agentRoles)), ([text, round, role]) => {
      const bare = positionFingerprint(text);
      expect(positionFingerprint(`Round ${round}: ${text}`)).toBe(bare);
      expect(positionFingerprint(`${role.replace('_', ' ')}: ${text.toUpperCase()}`)).toBe(bare);
      expect(positionFingerprint({ stand: text, round, role })).toBe(positionFingerprint({ stand: text, round: 1 }));
    });
  });
});
