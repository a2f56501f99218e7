import type { AgentSummary } from '../../core/api/index.ts';
import { formatRoute } from '../routes.ts';
import { levelMeaning } from '../text/state-words.ts';
import { count } from '../text/words.ts';
import { Identifier } from './identifier.tsx';
import { ReputationBar } from './reputation-bar.tsx';
import { SignMark } from './sign.tsx';
import { Time } from './time.tsx';
import './agent-record.css';

/** An agent in figures: level, reputation, and how its work ended. */
export function AgentRecord({ summary }: { readonly summary: AgentSummary }) {
  const outcomes = [
    { sign: 'verified', word: 'verified', value: summary.verified },
    { sign: 'failed', word: 'hallucinated', value: summary.hallucinated },
    { sign: 'blocked', word: 'blocked', value: summary.blocked },
    { sign: 'failed', word: 'failed', value: summary.failures },
    { sign: 'inconclusive', word: 'inconclusive', value: summary.inconclusive },
  ] as const;
  return (
    <div className="agent-record">
      <Identifier id={summary.agentId} what="agent id" href={formatRoute('agents', summary.agentId)} />
      <ReputationBar reputation={summary.reputation} level={summary.level} />
      <p className="quiet">
        {summary.probation
          ? 'On probation: contracts at strict until its reputation is above 0.2.'
          : levelMeaning[summary.level]}
      </p>
      <ul className="agent-outcomes" aria-label={`${count(summary.tasks)} tasks`}>
        <li>
          <strong>{count(summary.tasks)}</strong> {summary.tasks === 1 ? 'task' : 'tasks'}
        </li>
        {outcomes.map(({ sign, word, value }) => (
          <li key={word} className={value === 0 ? 'faint' : ''}>
            <SignMark sign={value === 0 ? 'skipped' : sign} />
            <strong>{count(value)}</strong> {word}
          </li>
        ))}
        {summary.lastSeen !== null && (
          <li className="faint">
            last seen <Time at={summary.lastSeen} />
          </li>
        )}
      </ul>
    </div>
  );
}
