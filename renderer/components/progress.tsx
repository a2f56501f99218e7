import { count } from '../text/words.ts';
import './progress.css';

interface ProgressProps {
  /** What is being done: `Auditing events`. */
  readonly label: string;
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
  readonly onCancel?: (() => void) | undefined;
}

/** A bar with the words of what is being done, the count, and the way to stop it. */
export function Progress({ label, done, total, onCancel }: ProgressProps) {
  const known = total > 0;
  const figures = known ? `${count(done)} of ${count(total)}` : count(done);
  return (
    <div className="progress">
      <div className="progress-words">
        <span>{label}</span>
        <span className="faint">{figures}</span>
        {onCancel !== undefined && (
          <button type="button" className="progress-cancel" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <progress
        className="progress-bar"
        aria-label={label}
        max={known ? total : undefined}
        value={known ? done : undefined}
      />
    </div>
  );
}
