import type { Problem } from '../../core/api/index.ts';
import { Failed } from '../components/states.tsx';
import { loadSession } from '../stores/session.ts';

/** The whole window when the host does not answer. */
export function NoSession({ problem }: { readonly problem: Problem }) {
  return (
    <main className="shell-alone">
      <Failed problem={problem} onRetry={() => void loadSession()} />
    </main>
  );
}
