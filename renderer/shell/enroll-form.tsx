import { type FormEvent, useState } from 'react';
import type { Problem, Role, SessionView } from '../../core/api/index.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { focusOnce } from '../components/focus-once.ts';
import { ProblemLine } from '../components/problem-line.tsx';
import { changeSession } from '../stores/session.ts';

interface EnrollFormProps {
  readonly door: SessionView['door'];
  readonly onDone: () => void;
  readonly onUnlockInstead: (() => void) | null;
}

/** Roles that may decide, least first, and what they are for (G5). */
const roles: readonly (readonly [role: Role, words: string])[] = [
  ['ANALYST', 'ANALYST: decides routine gates'],
  ['IC_MEMBER', 'IC_MEMBER: also decides gates that name this role'],
  ['PARTNER', 'PARTNER: also grants probation'],
  ['ADMIN', 'ADMIN: decides every gate'],
  ['AUDITOR', 'AUDITOR: reads, never decides'],
];

/** Makes a reviewer with a key of their own and unlocks it. */
export function EnrollForm({ door, onDone, onUnlockInstead }: EnrollFormProps) {
  const [name, setName] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [role, setRole] = useState<Role>('PARTNER');
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const reviewerId = chosenId ?? idFromName(name);
  const enroll = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const key = passphrase === '' ? null : passphrase;
    const result = await changeSession('reviewer.enroll', { reviewerId, name, role, passphrase: key });
    setBusy(false);
    if (result.ok) onDone();
    else setProblem(result.problem);
  };
  return (
    <form className="dialog-form" onSubmit={(event) => void enroll(event)}>
      <p className="quiet">
        A reviewer has a key pair. The public key goes into the ledger; the private key stays on this computer.
      </p>
      <Field label="Name">
        {(id) => (
          <input
            id={id}
            ref={focusOnce}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <ReviewerIdField reviewerId={reviewerId} onWrite={setChosenId} />
      <RoleField role={role} onChoose={setRole} />
      <PassphraseField door={door} passphrase={passphrase} onWrite={setPassphrase} />
      <ProblemLine problem={problem} />
      <div className="dialog-actions">
        {onUnlockInstead !== null && (
          <Button kind="bare" onClick={onUnlockInstead}>
            Unlock an enrolled reviewer
          </Button>
        )}
        <Button submit kind="primary" icon="person" disabled={busy}>
          {busy ? 'Making the key…' : 'Enroll and unlock'}
        </Button>
      </div>
    </form>
  );
}

function ReviewerIdField({
  reviewerId,
  onWrite,
}: {
  readonly reviewerId: string;
  readonly onWrite: (reviewerId: string) => void;
}) {
  return (
    <Field label="Reviewer id" hint="Stands in every decision; it cannot be changed later.">
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          className="mono"
          required
          maxLength={200}
          value={reviewerId}
          onChange={(event) => onWrite(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function PassphraseField({
  door,
  passphrase,
  onWrite,
}: {
  readonly door: SessionView['door'];
  readonly passphrase: string;
  readonly onWrite: (passphrase: string) => void;
}) {
  return (
    <Field
      label={door === 'web' ? 'Passphrase' : 'Passphrase (optional)'}
      hint={
        door === 'web'
          ? 'Encrypts the private key. Nobody can recover it for you.'
          : 'Leave empty to keep the key in this computer’s key store.'
      }
    >
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          type="password"
          autoComplete="new-password"
          required={door === 'web'}
          value={passphrase}
          onChange={(event) => onWrite(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function RoleField({ role, onChoose }: { readonly role: Role; readonly onChoose: (role: Role) => void }) {
  return (
    <Field label="Role">
      {(id) => (
        <select
          id={id}
          value={role}
          onChange={(event) => onChoose(roles.find(([known]) => known === event.currentTarget.value)?.[0] ?? role)}
        >
          {roles.map(([known, words]) => (
            <option key={known} value={known}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A first proposal for an id: the name in lower case, words joined by dots. */
function idFromName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '.')
    .replace(/^\.|\.$/g, '');
}
