import type { ConfigDocument } from '../../machine/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { CaseFile } from './case-file.ts';
import { findCycles } from './check-cycles.ts';
import { findFormulaProblems } from './check-formulas.ts';
import { findUnknownIds } from './check-ids.ts';
import type { Report } from './report.ts';

/**
 * Everything in a case that its shape does not rule out and that no debate could be held on: ids used twice, ids that
 * name nothing, circles, formulas that cannot be read. What is wrong with what it says is not for this check; finding
 * that is what the debate is for.
 */
export function checkCase(caseFile: CaseFile, document: ConfigDocument): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Report = (code, message, path) => problems.push({ code, message, place: document.place(path) });
  findUnknownIds(caseFile, report);
  findCycles(caseFile, report);
  findFormulaProblems(caseFile, report);
  return problems;
}
