import { expect, test } from 'vitest';
import { type CaseFile, type Claim, caseFile, createClaimRegistry } from '../../../../core/debate/index.ts';
import { compareValues } from '../../../../core/debate/roles/checks/compare-values.ts';
import { findChainDefects, findContradictions } from '../../../../core/debate/roles/checks/examine.ts';

const guid = (kind: string, number: number): string => `${kind.padEnd(8, '0')}-0000-4000-8000-00000000000${number}`;
const report = guid('d', 1);
const revenue = { amount: 12.4, scale: 6, unit: 'USD', metric: 'net revenue', period: '2025' };

function cell(number: number, value: object, text: string, row = number) {
  return {
    evidence_id: guid('e', number),
    source_span: { document_id: report, table: 0, row, column: 1 },
    text,
    value,
  };
}

function claimOn(number: number, value: object | null, claim_text: string, change: object = {}) {
  return {
    claim_id: guid('c', number),
    claim_text,
    claim_class: 'FINANCIAL',
    value,
    evidence_refs: [guid('e', number)],
    ...change,
  };
}

/** One sound claim about revenue, and what a test changes. */
function made(
  change: object = {},
  more: { claims?: readonly object[]; evidence?: readonly object[]; documents?: readonly object[] } = {},
): CaseFile {
  return caseFile.parse({
    mizan_case: 1,
    deal_id: guid('f', 1),
    title: 'A case',
    as_of: '2026-03-31',
    documents: [
      {
        document_id: report,
        title: 'Accounts',
        kind: 'filing',
        source_grade: 'B',
        published: '2026-02-01',
        origin: 'Auditors',
      },
      ...(more.documents ?? []),
    ],
    evidence: [cell(1, revenue, 'Net revenue | 2025: $12.4 million'), ...(more.evidence ?? [])],
    claims: [claimOn(1, revenue, 'Net revenue was $12.4 million in 2025.', change), ...(more.claims ?? [])],
  });
}

function found(file: CaseFile): readonly string[] {
  const registry = createClaimRegistry(file);
  return [...findChainDefects(registry), ...findContradictions(registry)].map(({ type }) => type);
}

test('a sound claim has no defect', () => {
  expect(found(made())).toStrictEqual([]);
});

test.each<[string, object, readonly string[]]>([
  ['another digit', { value: { ...revenue, amount: 13.4 } }, ['INCONSISTENCY']],
  ['a turned sign', { value: { ...revenue, amount: -12.4 } }, ['INCONSISTENCY']],
  ['another scale', { value: { ...revenue, scale: 3 } }, ['UNIT_MISMATCH']],
  ['another currency', { value: { ...revenue, unit: 'EUR' } }, ['UNIT_MISMATCH']],
  ['another year', { value: { ...revenue, period: '2024' } }, ['TIME_WINDOW_MISMATCH']],
  ['another metric', { value: { ...revenue, metric: 'gross profit' } }, ['SCOPE_DRIFT']],
  ['words that say another number', { claim_text: 'Net revenue was $14.2 million in 2025.' }, ['INCONSISTENCY']],
  ['words that say another year', { claim_text: 'Net revenue was $12.4 million in 2023.' }, ['TIME_WINDOW_MISMATCH']],
  ['the same in other words', { value: { ...revenue, amount: 12_400, scale: 3 } }, []],
  ['rounded', { value: { ...revenue, amount: 12 }, claim_text: 'Net revenue was $12 million in 2025.' }, []],
])('a claim with %s', (_, change, expected) => {
  expect(found(made(change))).toStrictEqual(expected);
});

const origin = { link_id: 'a', kind: 'ORIGIN', transmitter: 'Auditors', received_from: null };
const extraction = {
  link_id: 'b',
  kind: 'EXTRACTION',
  transmitter: 'reader',
  received_from: 'a',
  evidence_id: guid('e', 1),
};

test.each<[string, readonly object[], readonly string[]]>([
  ['sound', [origin, extraction], []],
  ['received from nobody', [origin, { ...extraction, received_from: null }], ['BROKEN_CHAIN']],
  ['from nobody known', [origin, { ...extraction, transmitter: null }], ['UNKNOWN_SOURCE']],
  ['without an origin', [{ ...extraction, received_from: null }], ['MISSING_LINK']],
  ['read before it was published', [origin, { ...extraction, at: '2025-12-31' }], ['CHRONO_IMPOSSIBLE']],
  [
    'that comes back',
    [
      origin,
      { link_id: 'x', kind: 'RESTATEMENT', transmitter: 'Press', received_from: 'a' },
      { link_id: 'y', kind: 'RESTATEMENT', transmitter: 'Auditors', received_from: 'x' },
      { ...extraction, received_from: 'y' },
    ],
    ['CIRCULARITY'],
  ],
])('a chain %s', (_, links, expected) => {
  expect(found(made({ sanad: [{ chain_id: 's', links }] }))).toStrictEqual(expected);
});

test('a chain of other evidence is grafted', () => {
  const profit = { ...revenue, metric: 'gross profit', amount: 3 };
  const links = [origin, { ...extraction, evidence_id: guid('e', 2) }];
  const file = made(
    { sanad: [{ chain_id: 's', links }] },
    { evidence: [cell(2, profit, 'Gross profit | 2025: $3 million')] },
  );
  expect(found(file)).toStrictEqual(['CHAIN_GRAFTING']);
});

test('a source that is three years old is stale', () => {
  const file = made();
  const documents = file.documents.map((document) => ({ ...document, published: '2023-02-01' }));
  expect(found({ ...file, documents })).toStrictEqual(['STALENESS']);
});

test.each<[string, 'A' | 'B', string]>([
  ['a better source', 'A', 'ANOMALY_VS_STRONGER_SOURCES'],
  ['an equal source', 'B', 'INCONSISTENCY'],
])('%s that says otherwise', (_, grade, expected) => {
  const document_id = guid('d', 2);
  const documents = [{ document_id, title: 'Other', kind: 'filing', source_grade: grade, published: '2026-02-01' }];
  const other = {
    evidence_id: guid('e', 2),
    source_span: { document_id },
    text: 'Net revenue 2025: $11.0 million',
    value: { ...revenue, amount: 11 },
  };
  expect(found(made({}, { documents, evidence: [other] }))).toStrictEqual([expected]);
});

test('two claims that say different things of the same contradict each other', () => {
  const second = claimOn(2, { ...revenue, amount: 11 }, 'Net revenue was $11 million in 2025.', {
    evidence_refs: [guid('e', 1)],
  });
  const file = made({}, { claims: [second] });
  const contradictions = findContradictions(createClaimRegistry(file)).map(({ claimId }) => claimId);
  expect(contradictions.sort()).toStrictEqual([guid('c', 1), guid('c', 2)]);
});

test('a total that is not the sum of its parts is learned from the other column', () => {
  const at = (number: number, row: number, column: number, metric: string, amount: number) => ({
    evidence_id: `e${row}${column}00000-0000-4000-8000-00000000000${number}`,
    source_span: { document_id: report, table: 1, row, column },
    text: `${metric}: ${amount}`,
    value: { amount, unit: 'units', metric },
  });
  const table = [
    at(1, 1, 1, 'shops', 10),
    at(2, 2, 1, 'markets', 20),
    at(3, 3, 1, 'total', 30),
    at(4, 1, 2, 'shops', 11),
    at(5, 2, 2, 'markets', 21),
    at(6, 3, 2, 'total', 35),
  ];
  const claim = claimOn(3, { amount: 35, unit: 'units', metric: 'total' }, 'The total is 35.', {
    evidence_refs: [table[5]?.evidence_id],
  });
  expect(found(made({}, { evidence: table, claims: [claim] }))).toStrictEqual(['INCONSISTENCY']);
});

test('percent and basis points are one unit', () => {
  const percent = { ...revenue, unit: 'percent', amount: 2.5, scale: 0, scope: null };
  expect(compareValues(percent, { ...percent, unit: 'basis_points', amount: 250 })).toStrictEqual([]);
});

test('every finding shows evidence and says enough to be flagged', () => {
  const claims: readonly Partial<Claim>[] = [{ value: { ...revenue, amount: 1, scope: null } }];
  for (const change of claims) {
    for (const finding of findChainDefects(createClaimRegistry(made(change)))) {
      expect(finding.evidenceIds.length).toBeGreaterThan(0);
      expect(finding.description.length).toBeGreaterThanOrEqual(50);
    }
  }
});
