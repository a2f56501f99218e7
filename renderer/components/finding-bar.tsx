import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Problem, WorkFinding } from '../../core/api/index.ts';
import { can, useCommands } from '../keyboard/use-commands.ts';
import { formatRoute } from '../routes.ts';
import { askRisk, markFinding, withReviewer } from '../stores/finding-actions.ts';
import { currentRoute, goTo, replacePlace } from '../stores/route.ts';
import { checkNames, severitySigns } from '../text/state-words.ts';
import { Button } from './button.tsx';
import { focusOnce } from './focus-once.ts';
import { Keys } from './keys.tsx';
import { ProblemLine } from './problem-line.tsx';
import { SignMark } from './sign.tsx';
import { Time } from './time.tsx';
import './finding-bar.css';

interface FindingBarProps {
  readonly taskId: string;
  readonly agentId: string;
  readonly finding: WorkFinding;
}

/** The finding that is looked at: what it says, its rule, and what a person can say to it. */
export function FindingBar({ taskId, agentId, finding }: FindingBarProps) {
  const { findingId, rule, severity, dimension, message, suggestion, falseAlarm, risk } = finding;
  const [writing, setWriting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const name = { taskId, agentId, findingId };
  const act = (work: () => Promise<Problem | null>) =>
    withReviewer(async () => {
      setBusy(true);
      const failed = await work();
      setBusy(false);
      setProblem(failed);
      if (failed === null) setWriting(false);
    });
  const explain = () => {
    // So that the way back leads to this finding.
    if (currentRoute().view === 'work') replacePlace('work', taskId, { agent: agentId, finding: findingId });
    goTo('rules', rule);
  };
  const accept = () => act(() => askRisk(name));
  const alarm = () => {
    if (falseAlarm === null) withReviewer(() => setWriting(true));
    else act(() => markFinding({ ...name, mark: 'withdrawn' }));
  };
  const accepted = risk?.state === 'accepted' ? 'The risk is accepted already' : null;
  const waits = busy ? 'The last step is still being written' : null;
  useCommands({
    'finding.explain': can(explain),
    'finding.accept': { run: accept, whyNot: waits ?? accepted },
    'finding.falseAlarm': { run: alarm, whyNot: waits },
  });
  return (
    <section className="finding" aria-label="Finding" data-severity={severity}>
      <p className="finding-message">
        <SignMark sign={severitySigns[severity]} label={severity} />
        <span>
          <strong>{checkNames[dimension]}:</strong> {message}.
          {suggestion !== null && <span className="quiet"> {suggestion}.</span>}
        </span>
      </p>
      <Said finding={finding} />
      {writing ? (
        <AlarmForm
          busy={busy}
          onBack={() => setWriting(false)}
          onSend={(reason) => act(() => markFinding({ ...name, mark: 'false-alarm', reason }))}
        />
      ) : (
        <p className="finding-actions">
          <span className="mono">{rule}</span>
          <button type="button" className="text-button" onClick={explain}>
            Explain this rule <Keys of="finding.explain" />
          </button>
          <button type="button" className="text-button" disabled={busy || accepted !== null} onClick={accept}>
            {risk?.state === 'asked' ? 'Decide about the risk' : 'Accept the risk'}… <Keys of="finding.accept" />
          </button>
          <button type="button" className="text-button" disabled={busy} onClick={alarm}>
            {falseAlarm === null ? 'False alarm…' : 'Not a false alarm'} <Keys of="finding.falseAlarm" />
          </button>
        </p>
      )}
      <ProblemLine problem={problem} />
    </section>
  );
}

/** What people said about it so far. */
function Said({ finding: { falseAlarm, risk } }: { readonly finding: WorkFinding }) {
  if (falseAlarm === null && risk === null) return null;
  return (
    <ul className="finding-said">
      {falseAlarm !== null && (
        <li>
          <SignMark sign="inconclusive" /> Called a false alarm by {falseAlarm.by} <Time at={falseAlarm.at} />
          {falseAlarm.reason !== null && <span className="quiet">: {falseAlarm.reason}</span>}
        </li>
      )}
      {risk !== null && (
        <li>
          <SignMark sign={riskSigns[risk.state]} />{' '}
          <a href={formatRoute('gates', risk.gateId)}>
            {risk.decision === null
              ? 'Whether the risk is accepted waits for a person'
              : `Risk ${risk.state} by ${risk.decision.by}`}
          </a>{' '}
          {risk.decision !== null && <Time at={risk.decision.at} />}
          {risk.decision?.reason != null && <span className="quiet">: {risk.decision.reason}</span>}
        </li>
      )}
    </ul>
  );
}

const riskSigns = { asked: 'pending', accepted: 'verified', refused: 'failed' } as const;

interface AlarmFormProps {
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onSend: (reason: string) => void;
}

/** Why the rule was wrong here: whoever corrects the rule needs to know. */
function AlarmForm({ busy, onBack, onSend }: AlarmFormProps) {
  const [reason, setReason] = useState('');
  const ready = !busy && reason.trim() !== '';
  const send = () => {
    if (ready) onSend(reason.trim());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onBack();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form className="finding-form" aria-label="False alarm" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <label htmlFor="alarm-reason">Why the rule is wrong here</label>
      <textarea
        id="alarm-reason"
        ref={focusOnce}
        rows={2}
        maxLength={4000}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className="small quiet">
        It is counted on the page of the rule. Verdict, score and reputation stay as they are.
      </p>
      <p className="decision-actions">
        <Button submit kind="primary" aria-disabled={!ready}>
          {busy ? 'Writing…' : 'Mark as a false alarm'}
          <span className="keys">
            <kbd>Ctrl</kbd>
            <kbd>Enter</kbd>
          </span>
        </Button>
        <Button kind="bare" onClick={onBack}>
          Back
          <span className="keys">
            <kbd>Esc</kbd>
          </span>
        </Button>
      </p>
    </form>
  );
}
