import { type CorroborationStatus, type Grade, grades } from '../case/case-file.ts';
import type { Defect } from '../defect.ts';

/** The lowest of these; D when there are none, because nothing speaks for it. */
export function worstGrade(all: readonly Grade[]): Grade {
  return all.length === 0 ? 'D' : (grades.findLast((one) => all.includes(one)) ?? 'D');
}

/** The highest of these; D when there are none. */
export function bestGrade(all: readonly Grade[]): Grade {
  return grades.find((one) => all.includes(one)) ?? 'D';
}

/** Whether `grade` is at least as good as `least`. */
export function isAtLeastGrade(grade: Grade, least: Grade): boolean {
  return grades.indexOf(grade) <= grades.indexOf(least);
}

function lowered(grade: Grade, steps: number): Grade {
  const at = Math.min(Math.max(grades.indexOf(grade) + steps, 0), grades.length - 1);
  return grades[at] ?? 'D';
}

/** One chain or none is ĀḤĀD, two are ʿAZĪZ, three or more MUTAWĀTIR (D10). */
export function corroborationOf(independentChains: number): CorroborationStatus {
  if (independentChains >= 3) return 'MUTAWATIR';
  return independentChains === 2 ? 'AZIZ' : 'AHAD';
}

/**
 * The grade of a claim (D10): that of its best chain, which is as good as its weakest source; D under an open FATAL
 * defect; one step down for each open MAJOR one; one step up for three or more independent chains when no MAJOR is
 * open. A second, weaker chain does not lower a claim: the best chain is the one that it rests on.
 */
export function gradeClaim(
  chainGrades: readonly Grade[],
  corroboration: CorroborationStatus,
  defects: readonly Defect[],
): Grade {
  const open = defects.filter((defect) => defect.status === 'OPEN');
  if (open.some((defect) => defect.severity === 'FATAL')) return 'D';
  const major = new Set(open.filter((defect) => defect.severity === 'MAJOR').map(whatItSays)).size;
  const raised = major === 0 && corroboration === 'MUTAWATIR' && chainGrades.length > 0 ? 1 : 0;
  return lowered(bestGrade(chainGrades), major - raised);
}

/** The same defect on the same evidence, flagged again, is one defect. */
function whatItSays({ defect_type: type, evidence_refs: refs }: Defect): string {
  return [type, ...refs.map((ref) => ref.toLowerCase()).sort()].join(' ');
}
