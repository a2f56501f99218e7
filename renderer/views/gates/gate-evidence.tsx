import type { BriefingSection, GateBriefing } from '../../../core/api/index.ts';
import { Block, Facts } from '../../components/facts.tsx';
import { Digest, Identifier } from '../../components/identifier.tsx';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { ExactTime, Time } from '../../components/time.tsx';
import { formatRoute, workRoute } from '../../routes.ts';
import { briefingKey, useSeen } from '../../stores/seen.ts';
import { verbNames } from '../../text/state-words.ts';
import { count } from '../../text/words.ts';
import { sectionNames, sectionOrder } from './section-names.ts';

const none: readonly BriefingSection[] = [];

/** What stands behind a briefing: the request in the ledger, what was on screen, and every attempt to decide. */
export function GateEvidence({ briefing }: { readonly briefing: GateBriefing }) {
  return (
    <div className="blocks">
      <Request briefing={briefing} />
      <OnScreen briefing={briefing} />
      <Block title="Decisions">
        {briefing.decisions.length === 0 ? (
          <p className="faint">Nobody has tried to decide yet.</p>
        ) : (
          <Attempts briefing={briefing} />
        )}
      </Block>
    </div>
  );
}

function OnScreen({ briefing: { row, action } }: { readonly briefing: GateBriefing }) {
  const seen = useSeen((store) => store.seen[briefingKey(row.gateId, action.digest)] ?? none);
  return (
    <Block
      title="On screen"
      aside={<span className="faint">{`${seen.length} of ${sectionOrder.length} sections`}</span>}
    >
      <ol className="seen-list">
        {sectionOrder.map((section) => {
          const on = seen.includes(section);
          return (
            <li key={section} className={on ? '' : 'faint'}>
              <SignMark sign={on ? 'verified' : 'skipped'} label={on ? 'seen' : 'not seen'} />
              {sectionNames[section]}
            </li>
          );
        })}
      </ol>
      <p className="small faint">The decision records which sections were on screen when it was signed.</p>
    </Block>
  );
}

function Request({ briefing: { row, action, requestSeq } }: { readonly briefing: GateBriefing }) {
  return (
    <Block title="Request">
      <Facts
        rows={[
          ['Gate', <Identifier key="gate" id={row.gateId} what="gate id" href={formatRoute('gates', row.gateId)} />],
          [
            'Class',
            <a key="class" href={formatRoute('ledger', null, { subject: `gate:${row.gateId}` })}>
              {row.action}
            </a>,
          ],
          [
            'Event',
            <a key="event" href={formatRoute('ledger', `${requestSeq}`)}>
              #{count(requestSeq)}
            </a>,
          ],
          ['Requested', <ExactTime key="at" at={row.requestedAt} />],
          ['Expires', row.expiresAt === null ? 'never' : <ExactTime key="expires" at={row.expiresAt} />],
          ['Digest', <Digest key="digest" digest={action.digest} what="action digest" />],
          ['Needs', `${row.requiredRole} or above`],
          [
            'Task',
            row.taskId === null ? (
              'none'
            ) : (
              <Identifier key="task" id={row.taskId} what="task id" href={workRoute(row.taskId, row.agentId)} />
            ),
          ],
          [
            'Agent',
            row.agentId === null ? (
              'none'
            ) : (
              <Identifier key="agent" id={row.agentId} what="agent id" href={formatRoute('agents', row.agentId)} />
            ),
          ],
        ]}
      />
    </Block>
  );
}

function Attempts({ briefing }: { readonly briefing: GateBriefing }) {
  return (
    <ol className="attempts">
      {briefing.decisions.map((decision) => (
        <li key={decision.seq}>
          <p>
            <SignWord
              sign={decision.accepted ? 'verified' : 'failed'}
              word={decision.accepted ? 'accepted' : 'refused'}
            />{' '}
            {verbNames[decision.verb]} by {decision.reviewer}, {decision.role}
          </p>
          {decision.reason !== null && decision.reason !== '' && <q className="briefing-quote">{decision.reason}</q>}
          {decision.refusal !== null && <p className="quiet">{decision.refusal}</p>}
          <p className="history-facts">
            <a className="mono" href={formatRoute('ledger', `${decision.seq}`)}>
              #{count(decision.seq)}
            </a>
            <Time at={decision.at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
