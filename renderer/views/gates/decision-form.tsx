import { type FormEvent, type KeyboardEvent, useLayoutEffect } from 'react';
import type { BriefingSection, GateBriefing, ReviewerView } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { focusOnce } from '../../components/focus-once.ts';
import { Digest } from '../../components/identifier.tsx';
import { Keys } from '../../components/keys.tsx';
import { ProblemLine } from '../../components/problem-line.tsx';
import { handlerOf } from '../../keyboard/scopes.ts';
import { type DecidingVerb, dropDraft, signDecision, useDecision, writeReason } from '../../stores/decision.ts';
import { verbNames } from '../../text/state-words.ts';
import { listed } from '../../text/words.ts';
import { sectionOrder } from './section-names.ts';

interface DecisionFormProps {
  readonly briefing: GateBriefing;
  readonly draft: { readonly verb: DecidingVerb; readonly reason: string };
  readonly reviewer: ReviewerView;
  /** Why the host would refuse this verb now; null when it would not. */
  readonly refused: string | null;
  readonly seen: readonly BriefingSection[];
  readonly onDecided: () => void;
  readonly onShowUnseen: () => void;
}

/** What is written, what it means, and what is signed. */
const verbWords: Readonly<
  Record<DecidingVerb, { readonly text: string; readonly meaning: string; readonly sign: string }>
> = {
  approve: {
    text: 'Reason',
    meaning: 'The approval holds once, for exactly this action.',
    sign: 'Sign approval',
  },
  reject: {
    text: 'Reason',
    meaning: 'The reason reaches the agent as a refusal of this class of action.',
    sign: 'Sign rejection',
  },
  respond: {
    text: 'Answer',
    meaning: 'The answer reaches who asked. It is neither yes nor no: nothing is approved by it.',
    sign: 'Sign answer',
  },
};

/** The decision as it will be signed: verb, reason, digest, signer, and what was not on screen yet. */
export function DecisionForm(props: DecisionFormProps) {
  const { briefing, draft, reviewer, refused, seen, onDecided, onShowUnseen } = props;
  const { busy, problem } = useDecision();
  const words = verbWords[draft.verb];
  const needsReason = draft.verb !== 'approve' || briefing.reasonRequired;
  const ready = refused === null && !busy && (!needsReason || draft.reason.trim() !== '');
  const sign = async () => {
    if (!ready) return;
    const { gateId } = briefing.row;
    const { digest } = briefing.action;
    const reason = draft.reason.trim();
    const accepted = await signDecision({ gateId, verb: draft.verb, reason, digest, sectionsSeen: [...seen] });
    if (accepted) onDecided();
  };
  const back = () => {
    dropDraft();
    handlerOf('list.focus')?.run();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void sign();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      back();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void sign();
    }
  };
  useLayoutEffect(() => () => handlerOf('list.focus')?.run(), []);
  return (
    <form
      className="verb-bar decision-form"
      aria-label={verbNames[draft.verb]}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <label htmlFor="decision-reason">{needsReason ? words.text : 'Note (optional)'}</label>
      <textarea
        id="decision-reason"
        ref={needsReason ? focusOnce : undefined}
        rows={needsReason ? 3 : 1}
        maxLength={4000}
        required={needsReason}
        aria-describedby="decision-meaning"
        value={draft.reason}
        onChange={(event) => writeReason(event.currentTarget.value)}
      />
      <p id="decision-meaning" className="small quiet">
        {words.meaning} Signed as {reviewer.name}, {reviewer.role}, over{' '}
        <Digest digest={briefing.action.digest} what="action digest" />.
      </p>
      <Unseen seen={seen} onShow={onShowUnseen} />
      {refused !== null && (
        <p className="dialog-problem" role="alert">
          {refused}
        </p>
      )}
      <ProblemLine problem={problem} />
      <div className="decision-actions">
        <Button
          submit
          kind={draft.verb === 'reject' ? 'danger' : 'primary'}
          ref={needsReason ? undefined : focusOnce}
          aria-disabled={!ready}
        >
          {busy ? 'Signing…' : words.sign}
          <span className="keys">
            {needsReason && <kbd>Ctrl</kbd>}
            <kbd>Enter</kbd>
          </span>
        </Button>
        <Button kind="bare" onClick={back}>
          Back
          <span className="keys">
            <kbd>Esc</kbd>
          </span>
        </Button>
      </div>
    </form>
  );
}

/** The sections of the briefing that were not on screen yet, by their numbers. */
function Unseen({ seen, onShow }: { readonly seen: readonly BriefingSection[]; readonly onShow: () => void }) {
  const unseen = sectionOrder.flatMap((section, index) => (seen.includes(section) ? [] : [`${index + 1}`]));
  if (unseen.length === 0) return null;
  return (
    <p className="small decision-unseen" data-sign="inconclusive">
      {unseen.length === 1 ? 'Section' : 'Sections'} {listed(unseen)} {unseen.length === 1 ? 'was' : 'were'} not on
      screen yet.{' '}
      <button type="button" className="text-button" onClick={onShow}>
        Show the next <Keys of="gate.sections" />
      </button>
    </p>
  );
}
