import { inputNames, parseFormula } from '../calculation/formula.ts';
import type { CaseFile } from './case-file.ts';
import type { Report } from './report.ts';

/** Formulas that cannot be read (`formula-syntax`) or do not fit their inputs (`formula-input`). */
export function findFormulaProblems({ calculations }: CaseFile, report: Report): void {
  calculations.forEach(({ formula, inputs }, at) => {
    const path = ['calculations', at];
    const given = inputs.map((input) => input.name);
    given.forEach((name, index) => {
      if (given.indexOf(name) === index) return;
      report('formula-input', `Two inputs are called ${name}`, [...path, 'inputs', index, 'name']);
    });
    const parsed = parseFormula(formula);
    if (!parsed.ok) {
      const { code, message, place } = parsed.problem;
      report(code, `${message}, at character ${place} of the formula`, [...path, 'formula']);
      return;
    }
    const used = inputNames(parsed.value);
    for (const name of used.filter((one) => !given.includes(one))) {
      report('formula-input', `The formula uses ${name}, which is no input`, [...path, 'formula']);
    }
    given.forEach((name, index) => {
      if (used.includes(name)) return;
      report('formula-input', `The formula does not use the input ${name}`, [...path, 'inputs', index, 'name']);
    });
  });
}
