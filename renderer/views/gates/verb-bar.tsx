import { type RefObject, useState } from 'react';
import type { BriefingSection, GateBriefing, GateVerb } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { Keys } from '../../components/keys.tsx';
import type { CommandId } from '../../keyboard/key-map.ts';
import { useCommands } from '../../keyboard/use-commands.ts';
import { announce, useAnnouncements } from '../../stores/announcements.ts';
import { type DecidingVerb, draftDecision, useDecision } from '../../stores/decision.ts';
import { readyValue } from '../../stores/loadable.ts';
import { openOverlay } from '../../stores/overlay.ts';
import { useRoute } from '../../stores/route.ts';
import { useSession } from '../../stores/session.ts';
import { verbNames } from '../../text/state-words.ts';
import { DecisionForm } from './decision-form.tsx';
import { isWithinReach } from './key-guard.ts';

interface VerbBarProps {
  readonly briefing: GateBriefing;
  readonly seen: readonly BriefingSection[];
  /** When the briefing came on screen, by `performance.now()`. */
  readonly shownAt: RefObject<number | null>;
  readonly onDecided: () => void;
  readonly onShowUnseen: () => void;
}

const verbs: readonly { readonly verb: GateVerb; readonly command: CommandId }[] = [
  { verb: 'approve', command: 'gate.approve' },
  { verb: 'edit', command: 'gate.edit' },
  { verb: 'reject', command: 'gate.reject' },
  { verb: 'respond', command: 'gate.respond' },
  { verb: 'escalate', command: 'gate.escalate' },
  { verb: 'snooze', command: 'gate.snooze' },
];

/** What can be decided, always at the bottom of the briefing. A verb that cannot be used says why. */
export function VerbBar({ briefing, seen, shownAt, onDecided, onShowUnseen }: VerbBarProps) {
  const { row } = briefing;
  const draft = useDecision((store) => store.draft);
  const reviewer = readyValue(useSession((store) => store.session))?.reviewer ?? null;
  const announcedAt = useAnnouncements((store) => store.gateAnnouncedAt[row.gateId] ?? null);
  const [told, setTold] = useState<GateVerb | null>(null);

  const whyNot = (verb: GateVerb): string | null => {
    const offered = briefing.verbs.find((candidate) => candidate.verb === verb);
    if (offered === undefined) return 'This gate does not offer it.';
    // A locked reviewer is no refusal: the verb asks for the key first. What stands in the way besides is said at once.
    const locked = briefing.verbs.find((candidate) => candidate.verb === 'approve')?.whyNot;
    const asksForKey = reviewer === null && row.state === 'pending' && offered.whyNot === locked;
    if (isDeciding(verb) && asksForKey) return null;
    return offered.enabled ? null : (offered.whyNot ?? 'It cannot be used on this gate.');
  };
  const press = (verb: GateVerb) => {
    if (useRoute.getState().route.id !== row.gateId) {
      announce('The next briefing is on its way. Press again once it is here.');
      return;
    }
    if (!isWithinReach(performance.now(), shownAt.current, announcedAt)) {
      announce('This gate has just appeared. Press again to decide.');
      return;
    }
    const reason = whyNot(verb);
    setTold(reason === null ? null : verb);
    if (reason !== null) announce(`${verbNames[verb]}: ${reason}`);
    else if (isDeciding(verb)) decide(verb);
  };
  const decide = (verb: DecidingVerb) => {
    if (reviewer === null) openOverlay('reviewer', () => draftDecision(row.gateId, verb));
    else draftDecision(row.gateId, verb);
  };
  const handler = (verb: GateVerb) => ({ run: () => press(verb), whyNot: null });
  useCommands({
    'gate.approve': handler('approve'),
    'gate.edit': handler('edit'),
    'gate.reject': handler('reject'),
    'gate.respond': handler('respond'),
    'gate.escalate': handler('escalate'),
    'gate.snooze': handler('snooze'),
  });
  if (draft?.gateId === row.gateId && reviewer !== null) {
    return (
      <DecisionForm
        briefing={briefing}
        draft={draft}
        reviewer={reviewer}
        refused={whyNot(draft.verb)}
        seen={seen}
        onDecided={onDecided}
        onShowUnseen={onShowUnseen}
      />
    );
  }
  const toldWhy = told === null ? null : whyNot(told);
  return (
    <div className="verb-bar" role="toolbar" aria-label="Decide">
      {verbs.map(({ verb, command }) => {
        const reason = whyNot(verb);
        return (
          <Button
            key={verb}
            kind={verb === 'approve' && reason === null ? 'primary' : 'plain'}
            aria-disabled={reason !== null}
            title={reason ?? undefined}
            onClick={() => press(verb)}
          >
            {verbNames[verb]}
            <Keys of={command} />
          </Button>
        );
      })}
      <p className="verb-note small" role="status">
        {toldWhy === null || told === null ? <Standing briefing={briefing} /> : `${verbNames[told]}: ${toldWhy}`}
      </p>
    </div>
  );
}

function Standing({ briefing: { row } }: { readonly briefing: GateBriefing }) {
  if (row.state === 'pending') return <>Nothing happens until somebody decides.</>;
  return <>This gate is {row.state}; nothing more can be decided.</>;
}

function isDeciding(verb: GateVerb): verb is DecidingVerb {
  return verb === 'approve' || verb === 'reject' || verb === 'respond';
}
