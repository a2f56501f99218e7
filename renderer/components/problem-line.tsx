import type { Problem } from '../../core/api/index.ts';

/** What went wrong with the thing beside it, spoken at once. */
export function ProblemLine({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <p className="dialog-problem" role="alert">
      {problem.message} <span className="mono small faint">{problem.code}</span>
    </p>
  );
}
