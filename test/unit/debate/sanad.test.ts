import { describe, expect, it } from 'vitest';
import {
  type CaseFile,
  calibrationOf,
  closeDefect,
  createClaimRegistry,
  type Defect,
  type DefectType,
  debateState,
  defectSeverity,
  type HumanDecision,
} from '../../../core/debate/index.ts';
import { caseOfClaim, firstClaim, ids, output, soundCase, uuid } from '../../fixture/debate-case.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';

function standingOf(file: CaseFile, defects: readonly Defect[] = []) {
  const standing = createClaimRegistry(file, { defects }).standing(firstClaim(file).claim_id);
  if (standing === null) throw new Error('no standing');
  return standing;
}

function defectOf(type: DefectType, change: Partial<Defect> = {}): Defect {
  return {
    defect_id: uuid(91),
    claim_id: ids.revenue,
    defect_type: type,
    severity: defectSeverity[type],
    description: 'd',
    evidence_refs: [ids.revenueEvidence],
    cure_protocol: 'REQUEST_SOURCE',
    status: 'OPEN',
    closed_by: null,
    closed_reason: null,
    ...change,
  };
}

const document = (number: number, rest: object = {}) => ({
  document_id: uuid(number),
  title: `Document ${number}`,
  kind: 'filing',
  source_grade: 'B',
  ...rest,
});

/** One claim with one evidence item in each of these documents. */
function withSources(documents: readonly { readonly document_id: string }[]): CaseFile {
  const file = caseOfClaim({ evidence_refs: documents.map((_, at) => uuid(50 + at)) }, documents);
  const items = documents.map(({ document_id }, at) => ({
    evidence_id: uuid(50 + at),
    source_span: { document_id },
    text: 'x',
    value: null,
  }));
  return { ...file, evidence: items };
}

describe('corroboration', () => {
  it.each([
    ['one source', [document(51)], 1, 'AHAD'],
    ['two sources', [document(51), document(52)], 2, 'AZIZ'],
    ['three sources', [document(51), document(52), document(53)], 3, 'MUTAWATIR'],
    ['three papers of one origin', [51, 52, 53].map((id) => document(id, { origin: 'Agency' })), 1, 'AHAD'],
    [
      'one origin in two spellings',
      [document(51, { origin: 'The  Agency' }), document(52, { origin: 'the agency' })],
      1,
      'AHAD',
    ],
    ['a paper and what it was copied from', [document(51), document(52, { derived_from: [uuid(51)] })], 1, 'AHAD'],
    [
      'a copy of a copy',
      [document(51), document(52, { derived_from: [uuid(51)] }), document(53, { derived_from: [uuid(52)] })],
      1,
      'AHAD',
    ],
    [
      'a summary of two that stand for themselves',
      [document(51), document(52), document(53, { derived_from: [uuid(51), uuid(52)] })],
      2,
      'AZIZ',
    ],
  ] as const)('%s', (_what, documents, independent, status) => {
    expect(standingOf(withSources(documents))).toMatchObject({
      independent_chains: independent,
      corroboration_status: status,
    });
  });
});

describe('grades (D10)', () => {
  const three = withSources([document(51), document(52), document(53)]);
  it('are those of the weakest source of the best chain', () => {
    expect(standingOf(withSources([document(51, { source_grade: 'C' })])).claim_grade).toBe('C');
    expect(standingOf(withSources([document(51), document(52, { source_grade: 'D' })])).claim_grade).toBe('B');
    expect(standingOf(soundCase()).claim_grade).toBe('A');
    expect(standingOf(caseOfClaim({ evidence_refs: [] })).claim_grade).toBe('D');
  });

  it('rise with three independent chains, unless a MAJOR defect is open', () => {
    expect(standingOf(three).claim_grade).toBe('A');
    expect(standingOf(three, [defectOf('STALENESS')]).claim_grade).toBe('A');
    expect(standingOf(three, [defectOf('INCONSISTENCY')]).claim_grade).toBe('C');
  });

  it('fall by a step for each MAJOR defect and to D for a FATAL one, while they are open', () => {
    const one = withSources([document(51, { source_grade: 'A' })]);
    const major = defectOf('MISSING_LINK');
    expect(standingOf(one, [major]).claim_grade).toBe('B');
    expect(standingOf(one, [major, defectOf('INCONSISTENCY')]).claim_grade).toBe('C');
    expect(standingOf(one, [major, { ...major, defect_id: uuid(92) }]).claim_grade).toBe('B');
    expect(standingOf(one, [defectOf('CIRCULARITY')]).claim_grade).toBe('D');
    expect(standingOf(one, [defectOf('CIRCULARITY', { status: 'WAIVED' })]).claim_grade).toBe('A');
  });
});

describe('verdicts', () => {
  const value = { amount: 12.4, scale: 6, unit: 'USD', metric: 'net revenue', period: '2019' };
  const verdictFor = (rest: Readonly<Record<string, unknown>>) => standingOf(caseOfClaim(rest)).claim_verdict;
  it.each([
    ['VERIFIED', {}],
    ['VERIFIED', { value: { ...value, amount: 12_400, scale: 3 } }],
    ['VERIFIED', { value: { ...value, amount: 12 } }],
    ['INFLATED', { value: { ...value, amount: 13 } }],
    ['CONTRADICTED', { value: { ...value, amount: 11 } }],
    ['UNVERIFIED', { value: { ...value, period: '2017' } }],
    ['UNVERIFIED', { value: { ...value, unit: 'EUR' } }],
    ['UNVERIFIED', { evidence_refs: [] }],
    ['UNVERIFIED', { value: null }],
    ['SUBJECTIVE', { value: null, claim_text: 'The team is strong.' }],
  ])('%s for %j', (verdict, rest) => {
    expect(verdictFor(rest)).toBe(verdict);
  });
});

describe('faults of chains', () => {
  const link = (link_id: string, rest: object = {}) => ({
    link_id,
    kind: 'CITATION',
    transmitter: link_id,
    received_from: null,
    evidence_id: ids.revenueEvidence,
    ...rest,
  });
  const origin = link('auditor', { kind: 'ORIGIN', evidence_id: null });
  const faultsOf = (links: readonly unknown[], rest: object = {}) => {
    const file = caseOfClaim({ evidence_refs: [], sanad: [{ chain_id: 'c', links }], ...rest });
    return createClaimRegistry(file)
      .chainFaults(firstClaim(file))
      .map((fault) => fault.defect_type);
  };
  it.each([
    ['a sound chain', [origin, link('analyst', { received_from: 'auditor' })], []],
    ['a gap', [origin, link('analyst')], ['BROKEN_CHAIN']],
    [
      'a fork',
      [origin, link('a', { received_from: 'auditor' }), link('b', { received_from: 'auditor' })],
      ['BROKEN_CHAIN'],
    ],
    ['no origin', [link('analyst')], ['MISSING_LINK']],
    ['nobody knows who', [origin, link('a', { received_from: 'auditor', transmitter: null })], ['UNKNOWN_SOURCE']],
    ['a citation of nothing', [origin, link('a', { received_from: 'auditor', evidence_id: null })], ['MISSING_LINK']],
    [
      'back to who said it',
      [origin, link('a', { received_from: 'auditor' }), link('b', { received_from: 'a', transmitter: 'Auditor' })],
      ['CIRCULARITY'],
    ],
    ['the same hand twice in a row', [origin, link('b', { received_from: 'auditor', transmitter: 'auditor' })], []],
    [
      'earlier than before',
      [{ ...origin, at: '2020-02-01' }, link('a', { received_from: 'auditor', at: '2020-01-31' })],
      ['CHRONO_IMPOSSIBLE'],
    ],
  ])('%s', (_what, links, faults) => {
    expect(faultsOf(links)).toEqual(faults);
  });

  it('sees the claimant behind a paper that repeats them, not in their own paper', () => {
    const press = [origin, link('press', { received_from: 'auditor', evidence_id: ids.pressEvidence })];
    expect(faultsOf(press, { stated_by: 'Management' })).toEqual(['CIRCULARITY']);
    expect(faultsOf(press, { stated_by: 'analyst' })).toEqual([]);
    const own = [origin, link('deck', { received_from: 'auditor', evidence_id: ids.deckEvidence })];
    expect(faultsOf(own, { stated_by: 'Management' })).toEqual([]);
  });
});

describe('calculations', () => {
  const computed = (formula: string, amount: number, unit = 'percent') => {
    const file = soundCase();
    const [calculation] = file.calculations;
    if (calculation === undefined) throw new Error('no calculation');
    const changed = { ...calculation, formula, output: { ...calculation.output, amount, unit } };
    return createClaimRegistry({ ...file, calculations: [changed] }).computed(changed);
  };
  it('are exact, and agree as precisely as they are stated', () => {
    expect(computed('(later - earlier) / earlier * 100', 24)).toMatchObject({ computed: 24, agrees: true });
    expect(computed('earlier / later', 0.81)).toMatchObject({ agrees: true });
    expect(computed('earlier / later', 0.8065)).toMatchObject({ agrees: true });
    expect(computed('earlier / later', 0.82)).toMatchObject({ agrees: false });
    expect(computed('0.1 + 0.2 - 0.3 + (later - later) + (earlier - earlier)', 0)).toMatchObject({ computed: 0 });
  });

  it('say why they cannot be done', () => {
    expect(computed('earlier / (later - later)', 1)).toMatchObject({
      computed: null,
      agrees: false,
      problem: expect.stringContaining('zero'),
    });
  });

  it('have one hash for one formula, however it is spaced', () => {
    const hash = (formula: string) => computed(formula, 1).formula_hash;
    expect(hash('later-earlier*2')).toBe(hash(' later - (earlier * 2) '));
    expect(hash('later - earlier * 2')).not.toBe(hash('(later - earlier) * 2'));
    expect(hash('later - earlier')).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('closing a defect (D9)', () => {
  const open = defectOf('INCONSISTENCY');
  const cure = { status: 'CURED', actor: 'sam', role: null, reason: 'The source came' } as const;
  it('happens once, with who and why', () => {
    const cured = expectValue(closeDefect(open, cure));
    expect(cured).toMatchObject({ status: 'CURED', closed_by: 'sam', closed_reason: 'The source came' });
    expect(expectProblem(closeDefect(cured, cure)).code).toBe('defect-closed');
    expect(expectProblem(closeDefect(open, { ...cure, reason: ' ' })).code).toBe('reason-required');
    expect(expectProblem(closeDefect(open, { ...cure, actor: '' })).code).toBe('actor-required');
  });

  it.each([
    [null, false],
    ['ANALYST', false],
    ['IC_MEMBER', false],
    ['PARTNER', true],
    ['ADMIN', true],
  ] as const)('%s may waive: %s', (role, may) => {
    expect(closeDefect(open, { ...cure, status: 'WAIVED', role }).ok).toBe(may);
  });
});

describe('calibration', () => {
  const message = (role: string, confidence: number, claims: readonly string[], structured_content: object = {}) => ({
    message_id: `${role}-${confidence}`,
    turn: 'opening',
    output: output('x', { confidence, supported_claim_ids: claims }, { agent_id: role, role, structured_content }),
  });
  const challenge = {
    challenge_id: 'c1',
    claim_refs: [uuid(5)],
    defect_type: 'STALENESS',
    evidence_refs: [uuid(6)],
    description: 'old',
    cure_protocol: 'REQUEST_SOURCE',
  };
  const ruling = { round_number: 1, challenge_id: 'c1', ruling: 'UPHELD', reason: 'r', claim_refs: [uuid(5)] };
  const state = debateState.parse({
    deal_id: uuid(1),
    debate_id: uuid(2),
    round_number: 1,
    claim_registry_ref: 'r',
    arbiter_decisions: [ruling],
    messages: [
      message('advocate', 0.9, [uuid(5)]),
      message('sanad_breaker', 0.8, [], { challenges: [challenge] }),
      message('risk_officer', 0.7, [uuid(5)]),
      message('arbiter', 0.6, [], { rulings: [ruling] }),
    ],
  });
  const human: HumanDecision = {
    gate_id: 'g',
    round_number: 1,
    claim_refs: [uuid(5)],
    asked: 'a',
    state: 'approved',
    reason: null,
    reviewer: 'kim',
    role: 'ANALYST',
  };

  it('is the Brier score of those who took a stand', () => {
    const scores = calibrationOf(state, []);
    expect([...scores.keys()]).toEqual(['advocate', 'sanad_breaker']);
    expect(scores.get('advocate')?.score).toBeCloseTo(0.81);
    expect(scores.get('sanad_breaker')).toEqual({ score: expect.closeTo(0.04), judged: 1 });
  });

  it('follows a person who decides otherwise, and judges the arbiter too', () => {
    const scores = calibrationOf(state, [human]);
    expect(scores.get('advocate')?.score).toBeCloseTo(0.01);
    expect(scores.get('sanad_breaker')?.score).toBeCloseTo(0.64);
    expect(scores.get('arbiter')?.score).toBeCloseTo(0.36);
    expect(calibrationOf(state, [{ ...human, state: 'expired' }]).has('arbiter')).toBe(false);
  });
});
