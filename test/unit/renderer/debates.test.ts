import { expect, test } from 'vitest';
import type { DebateDetail } from '../../../core/api/index.ts';
import { confidenceSpread, positionLines } from '../../../renderer/charts/position-series.ts';
import { placeSanad } from '../../../renderer/graph/sanad-layout.ts';
import { debateSentence, debateWord, usageText } from '../../../renderer/text/debate-words.ts';
import {
  citationsOf,
  claimsByTrouble,
  findIn,
  nextTurn,
  openAtFirst,
  roundsOf,
  steppedPlace,
  troublesOf,
} from '../../../renderer/views/debates/conversation.ts';
import { orderDebates } from '../../../renderer/views/debates/debate-order.ts';
import { claimChip, debateMessage, debateRow, gateOfDebate } from './debate-fixture.ts';

const challenge = {
  challengeId: 'd1-c1',
  claimIds: ['c1'],
  defectType: 'UNIT_MISMATCH',
  severity: 'MINOR',
  evidenceIds: [],
  description: 'The table is in thousands',
  cure: 'REQUEST_SOURCE',
} as const;

const ruling = {
  seq: 4,
  round: 1,
  challengeId: 'd1-c1',
  challenge: { role: 'sanad_breaker', round: 1, defectType: 'UNIT_MISMATCH', description: challenge.description },
  ruling: 'UPHELD',
  reason: 'So it is',
  claimIds: ['c1'],
} as const;

test('debates that wait come first, under their heading, and the rest in the order asked for', () => {
  const rows = [
    debateRow({ debateId: 'old', startedAt: '2026-01-01T00:00:00.000Z' }),
    debateRow({ debateId: 'new', startedAt: '2026-03-01T00:00:00.000Z', dissent: 1 }),
    debateRow({ debateId: 'waits', startedAt: '2026-02-01T00:00:00.000Z', status: 'parked', stopReason: null }),
  ];
  const flat = (sort: 'newest' | 'oldest' | 'dissent') =>
    orderDebates(rows, 'none', sort).map((item) => (item.kind === 'debate' ? item.row.debateId : ''));
  expect(flat('newest')).toEqual(['waits', 'new', 'old']);
  expect(flat('oldest')).toEqual(['waits', 'old', 'new']);
  expect(flat('dissent')).toEqual(['waits', 'new', 'old']);
  const headings = orderDebates(rows, 'state', 'newest').flatMap((item) => (item.kind === 'heading' ? [item] : []));
  expect(headings.map(({ title, count }) => [title, count])).toEqual([
    ['Waits for a person', 1],
    ['Consensus', 2],
  ]);
});

test('every way in which a debate stands has a word and a sentence', () => {
  expect(debateWord(debateRow({ stopReason: 'STABLE_DISSENT' }))).toBe('stable dissent');
  expect(debateWord(debateRow({ stopReason: null, status: 'parked' }))).toBe('waits for a person');
  expect(debateSentence(debateRow({ stopReason: 'MAX_ROUNDS', round: 5 }))).toBe(
    'Round 5 was the last of 5 that were allowed.',
  );
  expect(debateSentence(debateRow({ stopReason: null, status: 'running', round: 2 }))).toBe(
    'Round 2 of at most 5 is being held.',
  );
});

test('a round holds its messages and what went to a person, also where nobody spoke', () => {
  const rounds = roundsOf([debateMessage(1), debateMessage(2, { round: 2 }), debateMessage(3)], [gateOfDebate('g', 3)]);
  expect(rounds.map(({ round, messages, gates }) => [round, messages.map(({ seq }) => seq), gates.length])).toEqual([
    [1, [1, 3], 0],
    [2, [2], 0],
    [3, [], 1],
  ]);
});

test('the walk stops at rejected outputs, challenges and critical defects, and goes round', () => {
  const messages = [
    debateMessage(1),
    debateMessage(2, { accepted: false }),
    debateMessage(3, { challenges: [{ ...challenge, claimIds: ['c1'], evidenceIds: [] }] }),
    debateMessage(4, { criticalDefect: true }),
  ];
  const places = troublesOf(messages);
  expect(places).toEqual([2, 3, 4]);
  expect(steppedPlace(places, null, 1)).toBe(2);
  expect(steppedPlace(places, 4, 1)).toBe(2);
  expect(steppedPlace(places, 3, -1)).toBe(2);
  expect(steppedPlace(places, null, -1)).toBe(4);
  expect(steppedPlace([], 1, 1)).toBeNull();
});

test('a search reads the text, the claims, the accounting, the tool calls and the reasons of a rejection', () => {
  const claims = new Map([['c1', claimChip('c1', { text: 'Gross margin is 61%' })]]);
  const tool = {
    seq: 9,
    callId: 'x',
    tool: 'lookup_calc',
    arguments: '{"calc_id": "k7"}',
    status: 'DENIED',
    reason: null,
    resultHash: null,
  } as const;
  const messages = [
    debateMessage(1, { content: 'Nothing to see', claimIds: ['c1'] }),
    debateMessage(2, { content: 'The MARGIN holds', claimIds: [], toolCalls: [tool] }),
    debateMessage(3, { accepted: false, claimIds: [], violations: [{ rule: 'NO_FREE_FACTS', detail: 'one fact' }] }),
    debateMessage(4, { claimIds: [], rulings: [{ ...ruling, claimIds: [...ruling.claimIds] }] }),
  ];
  const seqs = (text: string) => findIn(messages, claims, text).map(({ seq }) => seq);
  expect(seqs(' margin ')).toEqual([1, 2]);
  expect(seqs('no_free_facts')).toEqual([3]);
  expect(seqs('table is in thousands')).toEqual([4]);
  expect(seqs('')).toEqual([]);
  expect(findIn(messages, claims, 'k7')).toEqual([{ seq: 2, inAccount: false, inTools: true }]);
  expect(findIn(messages, claims, 'recompute').every(({ inAccount }) => inAccount)).toBe(true);
});

test('the claim with the gravest trouble stands first', () => {
  const chips = [
    claimChip('fine'),
    claimChip('weak', { grade: 'C' }),
    claimChip('minor', { openDefects: { fatal: 0, major: 0, minor: 3 } }),
    claimChip('fatal', { openDefects: { fatal: 1, major: 0, minor: 0 } }),
  ];
  const ordered = claimsByTrouble(new Map(chips.map((chip) => [chip.claimId, chip])));
  expect(ordered.map(({ claimId }) => claimId)).toEqual(['fatal', 'minor', 'weak', 'fine']);
});

test('only what was accepted counts as naming a claim', () => {
  const messages = [debateMessage(1), debateMessage(2, { accepted: false }), debateMessage(3, { claimIds: [] })];
  expect(citationsOf(messages, 'c1').map(({ seq }) => seq)).toEqual([1]);
});

test('who speaks next follows the order of a round', () => {
  expect(nextTurn([])).toBe('The advocate is about to open.');
  expect(nextTurn([debateMessage(1)])).toBe('Next the sanad breaker challenges.');
  expect(nextTurn([debateMessage(1, { turn: 'rebuttal' })])).toBe('Next the arbiter closes the round.');
  expect(nextTurn([debateMessage(1, { turn: 'retrieval' })])).toBe('Next the arbiter closes the round.');
  expect(nextTurn([debateMessage(1, { accepted: false })])).toBe('The advocate tries again.');
  expect(nextTurn([debateMessage(1, { turn: 'closing', role: 'arbiter' })])).toBe('The stop conditions are weighed.');
});

test('a long debate opens with its last two rounds', () => {
  const messages = Array.from({ length: 60 }, (_, index) => debateMessage(index, { round: Math.floor(index / 6) + 1 }));
  expect(openAtFirst(roundsOf(messages, []))).toEqual([9, 10]);
  expect(openAtFirst(roundsOf(messages.slice(0, 18), []))).toEqual([1, 2, 3]);
});

const rounds: DebateDetail['rounds'] = [
  {
    round: 1,
    standings: [
      { role: 'arbiter', agentId: 'arbiter', position: 'hold', confidence: 0.5 },
      { role: 'advocate', agentId: 'advocate', position: 'support', confidence: 0.8 },
    ],
  },
  { round: 2, standings: [{ role: 'advocate', agentId: 'advocate', position: 'support less', confidence: 0.6 }] },
];

test('lines run in the order of the roles, and a change of position is marked', () => {
  const lines = positionLines(rounds);
  expect(lines.map(({ role }) => role)).toEqual(['advocate', 'arbiter']);
  expect(lines[0]?.points.map(({ round, changed }) => [round, changed])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test('the spread of a round needs two who spoke', () => {
  const [first, second] = rounds;
  expect(first && confidenceSpread(first)).toBeCloseTo(0.3);
  expect(second && confidenceSpread(second)).toBeNull();
});

test('a sanad is placed from its sources down to the claim, and a way to nothing is left out', () => {
  const node = (id: string) => ({
    id,
    kind: 'CITATION' as const,
    label: id,
    detail: null,
    grade: null,
    at: null,
    evidenceId: null,
    calcId: null,
    defect: null,
  });
  const placed = placeSanad({
    nodes: [node('claim'), node('hand'), node('origin')],
    edges: [
      { from: 'origin', to: 'hand' },
      { from: 'hand', to: 'claim' },
      { from: 'nobody', to: 'claim' },
    ],
  });
  const top = (id: string) => placed.nodes.find((one) => one.node.id === id)?.y ?? Number.NaN;
  expect(top('origin')).toBeLessThan(top('hand'));
  expect(top('hand')).toBeLessThan(top('claim'));
  expect(placed.edges.map(({ from, to }) => [from, to])).toEqual([
    ['origin', 'hand'],
    ['hand', 'claim'],
  ]);
});

test('what models used is said with its unit, and an unknown cost is no zero', () => {
  const used = { calls: 1, inputTokens: 12400, outputTokens: 210, estimated: true, cost: null, currency: null };
  expect(usageText(used)).toBe('1 call, 12,400 tokens in and 210 out, in part estimated, cost unknown');
  expect(usageText({ ...used, calls: 6, estimated: false, cost: 0.0431, currency: 'USD' })).toBe(
    '6 calls, 12,400 tokens in and 210 out, 0.0431 USD',
  );
});
