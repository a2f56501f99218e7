import type { Problem } from '../../core/api/index.ts';
import { Failed } from '../components/states.tsx';
import { loadSession } from '../stores/session.ts';

/** Says what to do about a missing session, which the door alone cannot know to say. */
function withWayOut(problem: Problem): Problem {
  if (problem.code !== 'no-session') return problem;
  const message = 'This window has no session. In the terminal where Mizan runs, press Enter and open the new address.';
  return { ...problem, message };
}

/** The whole window when the host does not answer. */
export function NoSession({ problem }: { readonly problem: Problem }) {
  return (
    <main className="shell-alone">
      <h1 className="hidden-visually">Mizan cannot be opened here</h1>
      <Failed problem={withWayOut(problem)} onRetry={() => void loadSession()} />
    </main>
  );
}
