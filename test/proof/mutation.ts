/**
 * Changes the TypeScript kernel in one place at a time and asks whether anybody notices: the agreement with the
 * certified book, or the examples of the unit tests. On the agreement's cases the kernel gives what the book gives, so
 * a mutant that gives something else there disagrees with the book.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import * as originalEvaluation from '../../core/kernel/evaluate.ts';
import { claims } from '../../core/kernel/export/claims.ts';
import { and, not, or } from '../../core/kernel/formula.ts';
import * as original from '../../core/kernel/index.ts';
import { agreementCases, type Kernel } from './agreement/cases.ts';
import { situation } from './agreement/situations.ts';
import { examples } from './examples.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

export interface MutationReport {
  readonly mutants: number;
  readonly survivors: readonly string[];
}

type Evaluation = typeof originalEvaluation;
/** What a mutant must get right: the same text as the kernel gives. */
type Check = (kernel: Kernel, evaluation: Evaluation) => string;

const source = fileURLToPath(new URL('../../core/kernel/', import.meta.url));
/** Faces, types and printers have nothing to decide. */
const untouched = ['index.ts', 'records.ts', 'formula.ts'];

/** Runs every check of the kernel on each mutant and reports those that none notices. */
export async function runMutation(): Promise<MutationReport> {
  const checks: readonly Check[] = [
    ...examples.map((example) => (kernel: Kernel) => JSON.stringify(example.run(kernel) ?? null)),
    (_kernel, evaluation) => claimsOn(evaluation),
    ...agreementCases({ states: 300, others: 60 }),
  ];
  const expected = checks.map((check) => check(original, originalEvaluation));
  const folder = mkdtempSync(join(tmpdir(), 'mizan-mutants-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const survivors: string[] = [];
    let mutants = 0;
    for (const file of readdirSync(source)) {
      if (!file.endsWith('.ts') || untouched.includes(file)) continue;
      for (const mutant of mutantsOf(file, readFileSync(join(source, file), 'utf8'))) {
        const killed = await isNoticed(join(folder, `${mutants}`), file, mutant, checks, expected);
        if (!killed) survivors.push(mutant.description);
        mutants += 1;
      }
    }
    return { mutants, survivors };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isNoticed(
  folder: string,
  file: string,
  mutant: Mutant,
  checks: readonly Check[],
  expected: readonly string[],
): Promise<boolean> {
  cpSync(source, folder, { recursive: true, filter: (path) => !path.endsWith('acl2') });
  writeFileSync(join(folder, file), mutant.text);
  try {
    const kernel = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as Kernel;
    const evaluation = (await import(pathToFileURL(join(folder, 'evaluate.ts')).href)) as Evaluation;
    return checks.some((check, index) => check(kernel, evaluation) !== expected[index]);
  } catch {
    return true; // it does not load, or throws where the kernel answers
  }
}

const situations = fc.sample(situation, { numRuns: 300, seed: 20_251_230 });

/** Whether each claim of the exports holds in each situation. */
function claimsOn({ evaluateFormula }: Evaluation): string {
  const holds = claims.map((claim) => evaluateFormula(or(not(and(...claim.assuming)), claim.holds)));
  return situations.map((one) => holds.map((claim) => (claim(one) ? 1 : 0)).join('')).join('\n');
}
