/** Compares the certified book with the TypeScript kernel: every case evaluated in ACL2, two processes at a time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kernel from '../../../core/kernel/index.ts';
import { quiet, runAcl2 } from '../acl2.ts';
import { type AgreementCase, agreementCases, type CaseCounts } from './cases.ts';

export interface Agreement {
  readonly cases: number;
  readonly compared: number;
  readonly different: number;
  /** What differed, as ACL2 printed it; or why it did not get to the end. */
  readonly output: string;
}

/** Needs the certified book `agreement` in the folder. */
export async function compareWithBook(folder: string, counts: CaseCounts): Promise<Agreement> {
  const cases = agreementCases(counts);
  const half = Math.ceil(cases.length / 2);
  const parts = await Promise.all([
    compare(folder, 'first', cases.slice(0, half)),
    compare(folder, 'second', cases.slice(half)),
  ]);
  return {
    cases: cases.length,
    compared: parts.reduce((sum, part) => sum + part.compared, 0),
    different: parts.reduce((sum, part) => sum + part.different, 0),
    output: parts.map((part) => part.output).join(''),
  };
}

async function compare(folder: string, name: string, cases: readonly AgreementCase[]) {
  const file = `${name}-cases`;
  writeFileSync(join(folder, file), `${cases.map((one) => one(kernel)).join('\n')}\n`, 'latin1');
  const output = await runAcl2(folder, [
    quiet,
    '(include-book "agreement")',
    '(set-guard-checking :none)',
    `(compare-file "${file}" state)`,
  ]);
  const counted = /COMPARED (\d+) DIFFERENT (\d+)/.exec(output);
  const different = Number(counted?.[2] ?? 0);
  return {
    compared: Number(counted?.[1] ?? 0),
    different,
    output: counted === null || different > 0 ? output.slice(-4_000) : '',
  };
}
