import { expect, test } from 'vitest';
import { type CaseFile, caseFile, createClaimRegistry, type Defect } from '../../../../core/debate/index.ts';
import { claimChip } from '../../../../core/debate/show/claim-chip.ts';
import { claimDetail } from '../../../../core/debate/show/claim-detail.ts';
import { spanText } from '../../../../core/debate/show/sanad-view.ts';
import { amountText, valueText } from '../../../../core/debate/show/value-text.ts';
import { expectValue } from '../../../e2e/expect-value.ts';

const id = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-00000000000${number}`;
const [report, press] = [id(1, 1), id(1, 2)];
const [margin, growth] = [id(3, 1), id(3, 2)];

const percent = (amount: number) => ({ amount, unit: 'percent', metric: 'gross margin', period: '2019' });

/** A margin that the report and a paper which copies it attest, and a growth that is computed from two others. */
const deal: CaseFile = caseFile.parse({
  mizan_case: 1,
  deal_id: id(9, 1),
  title: 'Margin',
  as_of: '2020-03-01',
  documents: [
    { document_id: report, title: 'Annual report', kind: 'audited_financials', source_grade: 'A', origin: 'the group' },
    { document_id: press, title: 'Daily', kind: 'press', source_grade: 'C', origin: 'Daily', derived_from: [report] },
  ],
  evidence: [
    {
      evidence_id: id(2, 1),
      source_span: { document_id: report, page: 3, table: 0, row: 1 },
      text: 'Gross margin 59.1%',
      value: percent(59.1),
    },
    {
      evidence_id: id(2, 2),
      source_span: { document_id: press, sentence: 4 },
      text: 'a margin of 61%',
      value: percent(61),
    },
  ],
  claims: [
    {
      claim_id: margin,
      claim_text: 'Gross margin was 61% in 2019.',
      claim_class: 'FINANCIAL',
      value: percent(61),
      material: true,
      evidence_refs: [id(2, 1), id(2, 2)],
      sanad: [
        {
          chain_id: 'paper',
          links: [
            { link_id: 'a', kind: 'ORIGIN', transmitter: null, received_from: null },
            { link_id: 'b', kind: 'CITATION', transmitter: 'Daily', received_from: 'a', evidence_id: id(2, 2) },
          ],
        },
      ],
    },
    {
      claim_id: growth,
      claim_text: 'The margin doubled.',
      claim_class: 'FINANCIAL',
      value: { amount: 2, unit: 'multiple', metric: 'growth' },
      calc_id: id(4, 1),
    },
  ],
  calculations: [
    {
      calc_id: id(4, 1),
      calc_type: 'RATIO',
      formula: 'later / later',
      inputs: [{ name: 'later', claim_id: margin }],
      output: { amount: 2, unit: 'multiple', metric: 'growth' },
    },
  ],
});

const defect: Defect = {
  defect_id: id(5, 1),
  claim_id: margin,
  defect_type: 'CIRCULARITY',
  severity: 'FATAL',
  description: 'The paper quotes the report',
  evidence_refs: [id(2, 2)],
  cure_protocol: 'RECONSTRUCT_CHAIN',
  status: 'OPEN',
  closed_by: null,
  closed_reason: null,
};
const detailOf = (claimId: string, defects: readonly Defect[] = []) =>
  expectValue(claimDetail(createClaimRegistry(deal, { defects }), claimId, new Map([[defect.defect_id, 7]])));

test('a claim comes with its evidence at its place and the reasons of its standing', () => {
  const { chip, value, evidence, why } = detailOf(margin);
  expect(chip).toMatchObject({
    verdict: 'CONTRADICTED',
    material: true,
    openDefects: { fatal: 0, major: 0, minor: 0 },
  });
  expect(value).toBe('61 percent gross margin, 2019');
  expect(evidence.map(({ place, grade }) => [place, grade])).toEqual([
    ['page 3, table 1, row 2', 'A'],
    ['sentence 5', 'C'],
  ]);
  expect(why).toContain('Its evidence states something else.');
});

test('an open fatal defect is counted, explained and leads to its event', () => {
  const { chip, why, defects } = detailOf(margin, [defect]);
  expect(chip).toMatchObject({ grade: 'D', openDefects: { fatal: 1 } });
  expect(why).toContain('An open fatal defect makes it D.');
  expect(defects[0]).toMatchObject({ type: 'CIRCULARITY', seq: 7, cure: 'RECONSTRUCT_CHAIN' });
  const cured = { ...defect, status: 'CURED', closed_by: 'amina', closed_reason: 'seen' } as const;
  expect(detailOf(margin, [cured]).chip.openDefects.fatal).toBe(0);
});

test('the sanad draws a document that chains share once, and says what is wrong where it is wrong', () => {
  const { sanad } = detailOf(margin);
  expect(
    sanad.chains.map(({ chainId, implied, independent }) => [chainId.split(':')[0], implied, independent]),
  ).toEqual([
    ['paper', false, false],
    ['evidence', true, false],
  ]);
  expect(sanad.chains[0]?.faults.join()).toContain('Nobody is named');
  expect(sanad.nodes.find((node) => node.id === 'paper/a')).toMatchObject({ label: 'unknown' });
  expect(sanad.nodes.find((node) => node.id === 'paper/a')?.defect).toContain('Nobody is named');
  expect(sanad.nodes.filter((node) => node.kind === 'document')).toHaveLength(2);
  const edges = sanad.edges.map(({ from, to }) => `${from} > ${to}`);
  expect(edges).toContain(`document:${report} > document:${press}`);
  expect(edges).toContain('paper/a > paper/b');
  expect(edges).toContain('paper/b > claim');
  const ids = new Set(sanad.nodes.map((node) => node.id));
  expect(sanad.edges.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
});

test('a calculation is done again and compared', () => {
  const { calculation } = detailOf(growth);
  expect(calculation).toMatchObject({ stated: '2 multiple', computed: '1 multiple', agrees: false });
  expect(calculation?.inputs).toMatchObject([{ name: 'later', value: '61 percent' }]);
});

test('an id that names nothing is a problem and no chip', () => {
  const registry = createClaimRegistry(deal);
  expect(claimDetail(registry, id(3, 9), new Map())).toMatchObject({ ok: false, problem: { code: 'claim-unknown' } });
  expect(claimChip(registry, id(3, 9))).toBeNull();
});

test('values and places are written as people read them', () => {
  expect(amountText({ amount: 12.4, scale: 6, unit: 'USD' })).toBe('12.4 million USD');
  expect(amountText({ amount: 5, scale: -2, unit: 'basis_points' })).toBe('5 × 10^-2 basis points');
  const value = { amount: 1500, scale: 0, unit: 'USD', metric: 'net revenue', period: null, scope: 'group' };
  expect(valueText(value)).toBe('1,500 USD net revenue, group');
  expect(spanText({ document_id: report })).toBe('the whole of it');
});
