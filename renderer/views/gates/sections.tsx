import type { ReactNode } from 'react';
import type { GateBriefing } from '../../../core/api/index.ts';
import { AgentRecord } from '../../components/agent-record.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { askingRun, formatRoute } from '../../routes.ts';
import { gateStateSigns } from '../../text/state-words.ts';
import { counted } from '../../text/words.ts';

interface SectionProps {
  readonly briefing: GateBriefing;
}

/** 1. One sentence: who wants to do what. */
export function SummarySection({ briefing: { row } }: SectionProps) {
  const run = askingRun(row.requester);
  return (
    <>
      <p className="briefing-sentence" id="subject-start" tabIndex={-1}>
        {row.title}
      </p>
      <p className="briefing-facts">
        <SignWord sign={row.sign} word={row.state} />
        {run === null ? (
          <span>asked by {row.requester}</span>
        ) : (
          <span>
            asked by the run <a href={run.route}>{run.executionId}</a>
          </span>
        )}
        <Time at={row.requestedAt} />
        <span>needs {row.requiredRole} or above</span>
        {row.expiresAt !== null && (
          <span>
            {row.state === 'pending' ? 'expires' : 'expiry'} <Time at={row.expiresAt} />
          </span>
        )}
      </p>
    </>
  );
}

/** 2. Why it stopped here: rule, policy, level. */
export function WhySection({ briefing: { why } }: SectionProps) {
  if (why.length === 0) return <Nothing>The request names no rule.</Nothing>;
  return (
    <ul className="briefing-list">
      {why.map((reason) => (
        <li key={`${reason.rule} ${reason.text}`}>
          <span className="briefing-rule mono">{reason.rule}</span>
          <span>
            <LinkTo link={reason.link}>{reason.text}</LinkTo>
          </span>
        </li>
      ))}
    </ul>
  );
}

const reversibility = {
  reversible: { sign: 'verified', word: 'reversible' },
  irreversible: { sign: 'failed', word: 'not reversible' },
  unknown: { sign: 'inconclusive', word: 'reversibility unknown' },
} as const;

/** 3. What it can touch: files, tools, money, people; reversible or not. */
export function TouchesSection({ briefing: { touches } }: SectionProps) {
  const { sign, word } = reversibility[touches.reversible];
  return (
    <dl className="briefing-grid">
      <dt>Files</dt>
      <dd>{touches.files.length === 0 ? <Nothing>none</Nothing> : <PathList paths={touches.files} />}</dd>
      <dt>Tools</dt>
      <dd className="mono">{touches.tools.length === 0 ? <Nothing>none</Nothing> : touches.tools.join(', ')}</dd>
      <dt>Money</dt>
      <dd>{touches.money ?? <Nothing>none</Nothing>}</dd>
      <dt>People</dt>
      <dd>{touches.people.length === 0 ? <Nothing>none</Nothing> : touches.people.join(', ')}</dd>
      <dt>Undo</dt>
      <dd>
        <SignWord sign={sign} word={word} />
        {touches.note !== '' && <p className="quiet">{touches.note}</p>}
      </dd>
    </dl>
  );
}

function PathList({ paths }: { readonly paths: readonly string[] }) {
  return (
    <ul className="mono">
      {paths.map((path) => (
        <li key={path}>{path}</li>
      ))}
    </ul>
  );
}

/** 5. Evidence: gates, violations, claims with grades. */
export function EvidenceSection({ briefing: { evidence } }: SectionProps) {
  if (evidence.length === 0) return <Nothing>No evidence came with the request.</Nothing>;
  return (
    <ul className="briefing-list">
      {evidence.map((item) => (
        <li key={item.text}>
          <SignMark sign={item.sign} label={item.sign} />
          <span>
            <LinkTo link={item.link}>{item.text}</LinkTo>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** 6. The agent's record. */
export function RecordSection({ briefing: { record } }: SectionProps) {
  if (record === null) return <Nothing>No agent stands behind this request.</Nothing>;
  return <AgentRecord summary={record} />;
}

/** 7. Earlier decisions on this class of action. */
export function EarlierSection({ briefing: { earlier, row } }: SectionProps) {
  if (earlier.length === 0) {
    return (
      <Nothing>
        Nobody has decided on <span className="mono">{row.action}</span> before.
      </Nothing>
    );
  }
  return (
    <ul className="briefing-list">
      {earlier.map((decision) => (
        <li key={decision.gateId}>
          <SignMark sign={gateStateSigns[decision.state]} label={decision.state} />
          <span>
            <a href={formatRoute('gates', decision.gateId)}>{decision.title}</a>
            <span className="faint">
              {' '}
              {decision.state} by {decision.reviewer}, <Time at={decision.at} />
            </span>
            {decision.reason !== null && <q className="briefing-quote">{decision.reason}</q>}
            <Changed since={decision.changed} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What differs between the action that was decided then and this one. */
function Changed({ since }: { readonly since: readonly string[] }) {
  if (since.length === 0) return <p className="small faint">The same action as this one.</p>;
  return (
    <ul className="briefing-changed small quiet" aria-label="What changed since">
      {since.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** 8. What would change my mind. */
export function FalsifierSection({ briefing: { falsifiers } }: SectionProps) {
  if (falsifiers.length === 0) return <Nothing>The request names nothing that would speak against it.</Nothing>;
  return (
    <ol className="briefing-list briefing-falsifiers" aria-label={counted(falsifiers.length, 'falsifier')}>
      {falsifiers.map((text) => (
        <li key={text}>
          <span aria-hidden="true">→</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return <span className="faint">{children}</span>;
}
