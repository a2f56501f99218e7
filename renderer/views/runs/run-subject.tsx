import type { AgentRunDetail } from '../../../core/api/index.ts';
import { Identifier } from '../../components/identifier.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { readyValue } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';
import { BudgetBars } from './budget-bars.tsx';
import { endingSentence, runWord } from './run-words.ts';
import { StepList } from './step-list.tsx';
import '../../components/subject.css';

interface RunSubjectProps {
  readonly detail: AgentRunDetail;
  /** The step that the address asks for. */
  readonly step: string | null;
}

/** One run: who ran, how it ended, what it used, and every step with its verdict. */
export function RunSubject({ detail, step }: RunSubjectProps) {
  const { row } = detail;
  // An agent has a page of its own only after its first contract.
  const agents = readyValue(useQuery('agents.list', {}))?.rows ?? [];
  const known = agents.some((agent) => agent.agentId === row.agentId);
  return (
    <div className="subject">
      <header className="run-head">
        <h2 id="subject-start" tabIndex={-1}>
          <Identifier id={row.runId} what="run id" />
        </h2>
        <p className="subject-facts">
          <span>
            by <Identifier id={row.agentId} what="agent id" href={known ? formatRoute('agents', row.agentId) : null} />
          </span>
          <span>
            started <Time at={row.startedAt} />
          </span>
        </p>
        <p className="subject-ending">
          <SignWord sign={row.sign} word={runWord(row)} />
          <span>{endingSentence(detail)}</span>
        </p>
        <BudgetBars detail={detail} />
      </header>
      <StepList detail={detail} step={step} />
    </div>
  );
}
