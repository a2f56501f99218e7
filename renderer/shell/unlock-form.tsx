import { type FormEvent, useState } from 'react';
import type { Problem, ReviewerView } from '../../core/api/index.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { focusOnce } from '../components/focus-once.ts';
import { ProblemLine } from '../components/problem-line.tsx';
import { changeSession } from '../stores/session.ts';

interface UnlockFormProps {
  readonly reviewers: readonly ReviewerView[];
  readonly onDone: () => void;
  readonly onEnrollInstead: () => void;
}

/** Unlocks a reviewer's private key for this window. */
export function UnlockForm({ reviewers, onDone, onEnrollInstead }: UnlockFormProps) {
  const here = reviewers.filter((reviewer) => reviewer.key !== 'elsewhere');
  const elsewhere = reviewers.length - here.length;
  const [reviewerId, setReviewerId] = useState(here[0]?.reviewerId ?? '');
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const needsPassphrase = here.find((reviewer) => reviewer.reviewerId === reviewerId)?.key === 'passphrase-file';
  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await changeSession('reviewer.unlock', {
      reviewerId,
      passphrase: needsPassphrase ? passphrase : null,
    });
    setBusy(false);
    if (result.ok) onDone();
    else setProblem(result.problem);
  };
  return (
    <form className="dialog-form" onSubmit={(event) => void unlock(event)}>
      <p className="quiet">A decision is signed with the reviewer’s own key, so the key must be unlocked first.</p>
      <ReviewerField here={here} elsewhere={elsewhere} chosen={reviewerId} onChoose={setReviewerId} />
      {needsPassphrase && (
        <Field label="Passphrase">
          {(id) => (
            <input
              id={id}
              type="password"
              autoComplete="current-password"
              required
              ref={focusOnce}
              value={passphrase}
              onChange={(event) => setPassphrase(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <ProblemLine problem={problem} />
      <div className="dialog-actions">
        <Button kind="bare" onClick={onEnrollInstead}>
          Enroll another reviewer
        </Button>
        <Button submit kind="primary" icon="unlock" disabled={busy}>
          {busy ? 'Unlocking…' : 'Unlock'}
        </Button>
      </div>
    </form>
  );
}

function ReviewerField({
  here,
  elsewhere,
  chosen,
  onChoose,
}: {
  readonly here: readonly ReviewerView[];
  readonly elsewhere: number;
  readonly chosen: string;
  readonly onChoose: (reviewerId: string) => void;
}) {
  return (
    <Field
      label="Reviewer"
      hint={elsewhere === 0 ? undefined : `${elsewhere} more enrolled, with the key on another computer.`}
    >
      {(id, describedBy) => (
        <select
          id={id}
          aria-describedby={describedBy}
          value={chosen}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {here.map((reviewer) => (
            <option key={reviewer.reviewerId} value={reviewer.reviewerId}>
              {reviewer.name}, {reviewer.role}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
