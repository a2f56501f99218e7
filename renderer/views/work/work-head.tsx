import type { WorkDetail } from '../../../core/api/index.ts';
import { Identifier } from '../../components/identifier.tsx';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { workWords } from '../../text/state-words.ts';
import { scoreSentence, verdictOf } from '../../text/verdict.ts';
import '../../components/subject.css';

/** Title, ids, and the claim against the verdict. */
export function WorkHead({ detail }: { readonly detail: WorkDetail }) {
  const { row } = detail;
  const verdict = verdictOf(detail);
  const score = scoreSentence(detail.score);
  return (
    <header className="work-head">
      <h2 className="work-title" id="subject-start" tabIndex={-1}>
        {row.title}
      </h2>
      <p className="subject-facts">
        <Identifier id={row.taskId} what="task id" href={formatRoute('work', row.taskId, { agent: row.agentId })} />
        <span>
          by <Identifier id={row.agentId} what="agent id" href={formatRoute('agents', row.agentId)} />
        </span>
        <span>level {row.level}</span>
        <Time at={row.finishedAt ?? row.issuedAt} />
        {row.waitingGateId !== null && (
          <a className="subject-waiting" href={formatRoute('gates', row.waitingGateId)} data-sign="pending">
            <SignMark sign="pending" /> waits for a person
          </a>
        )}
        {row.unsandboxed && <SignWord sign="inconclusive" word="unsandboxed" />}
        {row.derived && <SignWord sign="skipped" word="derived from a list of results" />}
      </p>
      <p className="subject-ending" data-outcome={row.outcome}>
        <SignWord sign={row.sign} word={workWords[row.outcome].word} />
        <span>
          {verdict.claimed} <strong>{verdict.found}</strong>
          {score !== null && <span className="quiet"> {score}.</span>}
        </span>
      </p>
    </header>
  );
}
