import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { readyValue } from '../stores/loadable.ts';
import { closeOverlay, useOverlay } from '../stores/overlay.ts';
import { changeSession, useSession } from '../stores/session.ts';
import { EnrollForm } from './enroll-form.tsx';
import { UnlockForm } from './unlock-form.tsx';

/** Who decides in this window: unlock a reviewer's key, enroll a new reviewer, or lock again. */
export default function ReviewerDialog() {
  const session = readyValue(useSession((store) => store.session));
  const afterUnlock = useOverlay((store) => store.afterUnlock);
  const unlockable = session?.reviewers.filter((reviewer) => reviewer.key !== 'elsewhere') ?? [];
  const [enrolling, setEnrolling] = useState(unlockable.length === 0);
  if (session === null) return null;
  const done = () => {
    closeOverlay();
    if (afterUnlock !== null) window.setTimeout(afterUnlock, 0);
  };
  if (session.reviewer !== null) {
    const { name, role, reviewerId } = session.reviewer;
    return (
      <Dialog title="Reviewer" isOpen onClose={closeOverlay}>
        <div className="dialog-form">
          <p>
            {name} ({role}, <span className="mono">{reviewerId}</span>) is unlocked. Decisions in this window are signed
            with this reviewer’s key.
          </p>
          <div className="dialog-actions">
            <Button onClick={closeOverlay}>Keep unlocked</Button>
            <Button
              kind="primary"
              icon="lock"
              onClick={() => void changeSession('reviewer.lock', {}).then(closeOverlay)}
            >
              Lock
            </Button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={enrolling ? 'Enroll a reviewer' : 'Unlock a reviewer'} isOpen onClose={closeOverlay}>
      {enrolling ? (
        <EnrollForm
          door={session.door}
          onDone={done}
          onUnlockInstead={unlockable.length === 0 ? null : () => setEnrolling(false)}
        />
      ) : (
        <UnlockForm reviewers={session.reviewers} onDone={done} onEnrollInstead={() => setEnrolling(true)} />
      )}
    </Dialog>
  );
}
