import type { ReactNode } from 'react';
import type { Problem } from '../../core/api/index.ts';
import type { Loadable } from '../stores/loadable.ts';
import { retryQueries } from '../stores/query.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './states.css';

/** Nothing to show, said in words, with the way on. */
export function Empty({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="state">
      <Icon name={icon} size={28} />
      <p className="state-title">{title}</p>
      {children !== undefined && <div className="state-text">{children}</div>}
    </div>
  );
}

/** The evidence pane before anything is chosen. */
export function NoEvidence({ of }: { readonly of: string }) {
  return <p className="state-aside faint">Choose {of} to see what stands behind it.</p>;
}

/** What went wrong, where, and a way to try again. */
export function Failed({
  problem,
  onRetry = retryQueries,
}: {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}) {
  return (
    <div className="state" role="alert">
      <span data-sign="failed">
        <Icon name="alert" size={28} />
      </span>
      <p className="state-title">{problem.message}</p>
      <p className="state-text mono small">
        {problem.place === undefined ? problem.code : `${problem.code} · ${problem.place}`}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

const skeletonWidths = ['92%', '64%', '78%', '55%', '86%', '70%', '48%', '81%'] as const;

/** Grey lines in the place of what is coming, and the word of what is being done. */
export function Skeleton({ label, lines = 6 }: { readonly label: string; readonly lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="faint small">{label}…</span>
      {skeletonWidths.slice(0, lines).map((width) => (
        <span key={width} className="skeleton-line" style={{ width }} aria-hidden="true" />
      ))}
    </div>
  );
}

interface WhenReadyProps<T> {
  readonly of: Loadable<T>;
  /** What is being loaded: `Reading the briefing`. */
  readonly label: string;
  /** The evidence beside a subject that already says what went wrong. */
  readonly beside?: boolean;
  readonly children: (value: T) => ReactNode;
}

/** Shows a value once it is here, and until then what is happening to it. */
export function WhenReady<T>({ of, label, beside = false, children }: WhenReadyProps<T>) {
  switch (of.state) {
    case 'loading':
      return <Skeleton label={label} />;
    case 'failed':
      if (beside) return <p className="state-aside faint">There is no evidence to show.</p>;
      return <Failed problem={of.problem} />;
    case 'ready':
      return <>{children(of.value)}</>;
  }
}
