import { type FormEvent, useState } from 'react';
import type { CaseCheck, ModelChoice, Problem } from '../../../../core/api/index.ts';
import { request } from '../../../bridge.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { ProblemLine } from '../../../components/problem-line.tsx';
import { readyValue } from '../../../stores/loadable.ts';
import { closeOverlay } from '../../../stores/overlay.ts';
import { useQuery } from '../../../stores/query.ts';
import { useSession } from '../../../stores/session.ts';
import { beginDebate } from '../../../stores/start-debate.ts';
import { CaseField } from './case-field.tsx';
import { CaseResult } from './case-result.tsx';
import { PlayerField } from './player-field.tsx';
import './start-debate.css';

const usualRounds = 5;
const mostRounds = 100;

/** Chooses a case, shows what its check found, and begins a debate about it. */
export default function StartDebateDialog() {
  const session = readyValue(useSession((store) => store.session));
  if (session === null) return null;
  return (
    <Dialog title="Start a debate" isOpen onClose={closeOverlay} width="wide">
      <StartDebateForm hasDialog={session.canChooseFile} />
    </Dialog>
  );
}

function StartDebateForm({ hasDialog }: { readonly hasDialog: boolean }) {
  const [path, setPath] = useState('');
  const [check, setCheck] = useState<CaseCheck | null>(null);
  const [player, setPlayer] = useState<ModelChoice | null>(null);
  const [rounds, setRounds] = useState(usualRounds);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<'checking' | 'beginning' | null>(null);
  const models = readyValue(useQuery('models.list', {}));
  const sound = check?.case ?? null;
  const look = async (asked: ReturnType<typeof request<'cases.check' | 'cases.choose'>>) => {
    setBusy('checking');
    const answer = await asked;
    setBusy(null);
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok && answer.value !== null) setCheck(answer.value);
  };
  const begin = async (caseId: string) => {
    setBusy('beginning');
    const refused = await beginDebate({ caseId, model: player?.name ?? null, maxRounds: rounds });
    setBusy(null);
    setProblem(refused);
    if (refused === null) closeOverlay();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy === null && sound !== null) void begin(sound.caseId);
  };
  return (
    <form className="dialog-form start-debate" onSubmit={submit}>
      <p className="quiet">Five roles weigh the claims of a case. What they say, and what was rejected, is kept.</p>
      <CaseField
        hasDialog={hasDialog}
        path={hasDialog ? (check?.file ?? '') : path}
        busy={busy !== null}
        onWrite={(text) => {
          setPath(text);
          setCheck(null);
        }}
        onChoose={() => void look(request('cases.choose', {}))}
        onCheck={() => void look(request('cases.check', { path }))}
      />
      {check !== null && <CaseResult check={check} />}
      <PlayerField models={models} player={player} onChoose={setPlayer} />
      <Field label="Rounds at most">
        {(id) => (
          <input
            id={id}
            type="number"
            className="start-debate-rounds"
            min={1}
            max={mostRounds}
            required
            value={rounds}
            onChange={(event) => setRounds(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      <ProblemLine problem={problem} />
      <div className="dialog-actions">
        <Button onClick={closeOverlay}>Close</Button>
        <Button
          submit
          kind="primary"
          icon="play"
          disabled={busy !== null || sound === null || (player !== null && player.problem !== null)}
        >
          {busy === 'beginning' ? 'Beginning…' : 'Start the debate'}
        </Button>
      </div>
    </form>
  );
}
