/**
 * `npm run prove`: certifies the kernel's books, sees that planted mistakes are refused, compares the certified
 * functions with the TypeScript kernel, checks the exports with Z3 and Python, and mutates the kernel. Writes
 * `docs/theorems.md`. Then the books of the machine room, and their model against the engine. `--quick` compares fewer
 * cases and, instead of writing the document, checks that it is the current one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { proofNeeds, provideSystemNeeds } from '../../build/system-packages.ts';
import { compareWithBook } from './agreement/run.ts';
import { certifyBooks, withBooks } from './books.ts';
import { compareMachines, machineBookNames, machineBooks } from './machine/run.ts';
import { runMutation } from './mutation.ts';
import { plantedMistakes } from './planted.ts';
import { comparePython } from './python.ts';
import { checkConstraints } from './solver.ts';
import { readTheorems, theoremsDocument } from './theorems.ts';

interface Finding {
  readonly good: boolean;
  /** One line: what was found, with its numbers. */
  readonly line: string;
  /** What went wrong, for the reader. */
  readonly detail?: string;
}

const document = fileURLToPath(new URL('../../docs/theorems.md', import.meta.url));
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const counts = values.quick
  ? { states: 2_000, others: 200, machines: 500 }
  : { states: 20_000, others: 2_000, machines: 5_000 };

async function certify(folder: string): Promise<Finding> {
  const failures = await certifyBooks(folder, ['agreement']);
  const [failure] = failures;
  if (failure === undefined) return { good: true, line: 'the books are certified, without skipped proofs or axioms' };
  return { good: false, line: `the book ${failure.book} is not certified`, detail: failure.output };
}

async function documentTheorems(folder: string): Promise<Finding> {
  const theorems = await readTheorems(folder);
  const text = theoremsDocument(theorems);
  const witnessed = theorems.filter((theorem) => theorem.witness !== null).length;
  const line = `${theorems.length} theorems, ${witnessed} with hypotheses, each met by its witness`;
  if (!values.quick) writeFileSync(document, text);
  const current = readFileSync(document, 'utf8') === text;
  return current
    ? { good: theorems.length > 0, line }
    : { good: false, line: 'docs/theorems.md is out of date: npm run prove' };
}

async function plant(folder: string): Promise<Finding> {
  const { planted, missed } = await plantedMistakes(folder);
  return {
    good: missed.length === 0,
    line: `${planted - missed.length} of ${planted} mistakes planted in the books are refused`,
    detail: missed.join('\n'),
  };
}

async function agree(folder: string): Promise<Finding> {
  const { cases, compared, different, output } = await compareWithBook(folder, counts);
  return {
    good: compared === cases && different === 0,
    line:
      `${compared} of ${cases} cases (${counts.states} generated states) compared with the book: ` +
      `${different} differences`,
    detail: output,
  };
}

async function solve(): Promise<Finding> {
  const { theorems, unproved, vacuous, planted, missed } = await checkConstraints();
  return {
    good: unproved.length + vacuous.length + missed.length === 0,
    line:
      `Z3: ${theorems - unproved.length} of ${theorems} exported theorems proved, ` +
      `${planted - missed.length} of ${planted} planted mistakes found`,
    detail: [...unproved, ...vacuous, ...missed].join('\n'),
  };
}

async function runPython(): Promise<Finding> {
  const { compared, different, output } = comparePython(counts.states);
  return {
    good: compared === counts.states && different === 0,
    line: `Python: ${compared} situations compared with the kernel: ${different} differences`,
    detail: output,
  };
}

async function mutate(): Promise<Finding> {
  const { mutants, survivors } = await runMutation();
  return {
    good: survivors.length === 0,
    line: `${mutants - survivors.length} of ${mutants} mutants of the kernel noticed`,
    detail: survivors.join('\n'),
  };
}

/** The books of the machine room, in a folder of their own. */
async function certifyMachines(folder: string): Promise<Finding> {
  const [failure] = await certifyBooks(folder, machineBookNames);
  if (failure === undefined) return { good: true, line: `machines: ${machineBookNames.length} books are certified` };
  return { good: false, line: `the book ${failure.book} is not certified`, detail: failure.output };
}

async function agreeOnMachines(folder: string): Promise<Finding> {
  const { compared, different, output } = await compareMachines(folder, counts.machines);
  return {
    good: compared === counts.machines && different === 0,
    line:
      `machines: ${compared} of ${counts.machines} generated machines compared with the model: ` +
      `${different} differences`,
    detail: output,
  };
}

async function prove(folder: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const step = async (run: () => Promise<Finding>): Promise<boolean> => {
    const start = performance.now();
    const finding = await run();
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    process.stdout.write(`${finding.good ? 'ok  ' : 'FAIL'} ${finding.line} (${seconds} s)\n`);
    if (!finding.good && finding.detail) process.stdout.write(`${finding.detail}\n`);
    findings.push(finding);
    return finding.good;
  };
  if (await step(() => certify(folder))) {
    await step(() => documentTheorems(folder));
    await step(() => plant(folder));
    await step(() => agree(folder));
  }
  await step(solve);
  await step(runPython);
  await step(mutate);
  await withBooks(async (machines) => {
    if (await step(() => certifyMachines(machines))) await step(() => agreeOnMachines(machines));
  }, machineBooks);
  return findings;
}

const missing = await provideSystemNeeds(proofNeeds, (line) => process.stdout.write(`${line}\n`));
if (missing.length > 0) process.exit(2);
const findings = await withBooks(prove);
const failed = findings.filter((finding) => !finding.good).length;
process.stdout.write(`${findings.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
