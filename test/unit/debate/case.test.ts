import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addCaseCommands } from '../../../core/cli/case.ts';
import { readCaseFile, readCaseText } from '../../../core/debate/index.ts';
import { runCli } from '../../fixture/cli.ts';
import { ids, soundCase, uuid } from '../../fixture/debate-case.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';

/** The problems of a sound case after a change, without places. */
async function problemsAfter(change: (plain: ReturnType<typeof asData>) => void): Promise<readonly string[]> {
  const plain = asData();
  change(plain);
  const read = await readCaseText('case.json', JSON.stringify(plain));
  return read.ok ? [] : read.problems.map((problem) => problem.code);
}

// biome-ignore lint/suspicious/noExplicitAny: tests break the data in ways that its type forbids
function asData(): any {
  return JSON.parse(JSON.stringify(soundCase()));
}

it('takes a sound case', async () => {
  expect(await problemsAfter(() => undefined)).toEqual([]);
});

it.each([
  ['an evidence item of no document', 'unknown-id', (one) => (one.evidence[0].source_span.document_id = uuid(99))],
  ['a document derived from none', 'unknown-id', (one) => one.documents[0].derived_from.push(uuid(99))],
  ['a claim with unknown evidence', 'unknown-id', (one) => one.claims[0].evidence_refs.push(uuid(99))],
  ['a claim with an unknown calculation', 'unknown-id', (one) => (one.claims[0].calc_id = uuid(99))],
  ['an input that is no claim', 'unknown-id', (one) => (one.calculations[0].inputs[0].claim_id = uuid(99))],
  ['two evidence items with an id', 'duplicate-id', (one) => (one.evidence[2].evidence_id = ids.deckEvidence)],
  ['documents in a circle', 'cycle', (one) => one.documents[1].derived_from.push(ids.press)],
  ['a calculation on itself', 'cycle', (one) => (one.claims[0].calc_id = ids.growthCalc)],
  ['links in a circle', 'cycle', (one) => (one.claims[0].sanad = [circle])],
  ['a formula that does not end', 'formula-syntax', (one) => (one.calculations[0].formula = '(later - earlier')],
  ['a formula with a call', 'formula-syntax', (one) => (one.calculations[0].formula = 'later.constructor')],
  ['a formula with another name', 'formula-input', (one) => (one.calculations[0].formula = 'later - earlier + more')],
  ['an input nobody uses', 'formula-input', (one) => (one.calculations[0].formula = 'later * 2')],
  ['a document without its file', 'document-unreadable', (one) => (one.documents[0].file = 'report.txt')],
  ['an unknown field', 'config-invalid', (one) => (one.thesys = 'x')],
  ['a number as text', 'config-invalid', (one) => (one.claims[0].value.amount = '12.4')],
  // biome-ignore lint/suspicious/noExplicitAny: see asData
] satisfies readonly (readonly [string, string, (one: any) => unknown])[])('lists %s', async (_what, code, change) => {
  expect(await problemsAfter(change)).toEqual([code]);
});

const link = { kind: 'CITATION', transmitter: 'a', evidence_id: ids.revenueEvidence };
const circle = {
  chain_id: 'c',
  links: [
    { ...link, link_id: 'one', received_from: 'two' },
    { ...link, link_id: 'two', received_from: 'one' },
  ],
};

it('lists all problems with line and column, in the order of the file', async () => {
  const text = [
    'mizan_case: 1',
    `deal_id: ${ids.deal}`,
    'title: t',
    'as_of: 2020-01-01',
    'documents: []',
    'evidence:',
    `  - {evidence_id: ${uuid(2)}, source_span: {document_id: ${uuid(3)}}, text: x}`,
    'claims:',
    `  - {claim_id: ${uuid(4)}, claim_text: x, claim_class: OTHER, evidence_refs: [${uuid(5)}]}`,
  ].join('\n');
  const read = await readCaseText('deal.yml', text);
  expect(read.ok ? [] : read.problems.map((problem) => problem.place)).toEqual(['deal.yml:7:84', 'deal.yml:9:105']);
});

it('refuses numbers that are not finite', async () => {
  const text = JSON.stringify(soundCase()).replaceAll('12.4,', '.nan,').replace('"amount":10', '"amount":.inf');
  const read = await readCaseText('case.yml', text);
  const problems = read.ok ? [] : read.problems;
  expect(problems.length).toBe(5);
  expect(problems.every(({ message }) => /NaN|Infinity/.test(message))).toBe(true);
});

it('reads documents beside the case and nothing outside its folder', async () => {
  const folder = temporaryFolder();
  const inside = join(folder, 'case');
  mkdirSync(inside);
  writeFileSync(join(folder, 'secret.txt'), 'Net revenue 12,400 and 10,000 thousand');
  writeFileSync(join(inside, 'good.txt'), 'In short: NET REVENUE 12,400\nand 10,000 thousand.');
  writeFileSync(join(inside, 'other.txt'), 'Nothing of the kind.');
  writeFileSync(join(inside, 'binary.txt'), Buffer.from([0xff, 0xfe, 0x00]));
  symlinkSync('../secret.txt', join(inside, 'link.txt'));
  const codesFor = async (file: string) => {
    const plain = asData();
    plain.documents[0].file = file;
    const path = join(inside, 'case.json');
    writeFileSync(path, JSON.stringify(plain));
    const read = await readCaseFile(path);
    return read.ok ? [] : read.problems.map((problem) => problem.code);
  };
  expect(await codesFor('good.txt')).toEqual([]);
  expect(await codesFor('other.txt')).toEqual(['evidence-not-found']);
  for (const file of ['binary.txt', 'link.txt', '../secret.txt', '.', 'missing.txt', '/etc/passwd']) {
    expect(await codesFor(file), file).toEqual(['document-unreadable']);
  }
});

it('mizan case check lists problems and leaves with 1, or 2 when there is no file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'good.json'), JSON.stringify(soundCase()));
  const bad = asData();
  bad.claims[0].evidence_refs = [uuid(99)];
  writeFileSync(join(folder, 'bad.json'), JSON.stringify(bad));
  const check = (...files: string[]) =>
    runCli({ environment: {}, workingFolder: folder }, async (context) => {
      const program = new Command();
      addCaseCommands(program, context);
      await program.parseAsync(['case', 'check', ...files], { from: 'user' });
    });
  expect(await check('good.json')).toMatchObject({
    code: 0,
    out: 'good.json: good: 3 claims, 3 evidence items, 3 documents, 1 calculation\n',
  });
  const failed = await check('good.json', 'bad.json');
  expect(failed.code).toBe(1);
  expect(failed.out).toContain(`There is no evidence item ${uuid(99)} in this case (unknown-id)`);
  expect((await check('bad.json', 'none.json')).code).toBe(2);
});
