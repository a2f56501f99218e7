import { lazy, Suspense } from 'react';
import type { AgentSummary } from '../../../core/api/index.ts';
import { Identifier } from '../../components/identifier.tsx';
import { Options } from '../../components/options.tsx';
import { ReputationBar } from '../../components/reputation-bar.tsx';
import { Empty, Skeleton } from '../../components/states.tsx';
import { formatRoute } from '../../routes.ts';
import { useAgentsView } from '../../stores/agents-view.ts';
import { levelMeaning } from '../../text/state-words.ts';
import { counted } from '../../text/words.ts';
import { AgentTable } from './agent-table.tsx';
import { ReputationTable } from './reputation-table.tsx';
import type { AgentHistory } from './use-agent-histories.ts';
import '../../components/subject.css';

const ReputationChart = lazy(() => import('../../charts/reputation-chart.tsx'));

interface AgentSubjectProps {
  readonly own: AgentHistory;
  /** The chosen agent and those beside it. */
  readonly all: readonly AgentHistory[];
  /** Every agent of the ledger. */
  readonly agents: readonly AgentSummary[];
}

/** One agent's reputation as a step line over the five level bands, or as a table of the same points. */
export function AgentSubject({ own, all, agents }: AgentSubjectProps) {
  const { show, axis } = useAgentsView();
  const { summary } = own;
  return (
    <div className="subject">
      <header className="agent-head">
        <h2 id="subject-start" tabIndex={-1}>
          <Identifier id={summary.agentId} what="agent id" />
        </h2>
        <ReputationBar reputation={summary.reputation} level={summary.level} />
        <p className="quiet">
          {summary.probation
            ? 'On probation: contracts at strict until its reputation is above 0.2.'
            : levelMeaning[summary.level]}
        </p>
        <div className="agent-tools">
          <Options
            label="Show"
            value={show}
            options={[
              ['chart', 'Chart'],
              ['table', 'Table'],
            ]}
            onChange={(next) => useAgentsView.setState({ show: next })}
          />
          {show === 'chart' && (
            <Options
              label="Across"
              value={axis}
              options={[
                ['task', 'Task by task'],
                ['time', 'Time'],
              ]}
              onChange={(next) => useAgentsView.setState({ axis: next })}
            />
          )}
          <span className="faint small">
            {own.truncated
              ? `The newest ${counted(own.points.length, 'task')}`
              : counted(own.points.length, 'scored task')}
          </span>
        </div>
      </header>
      {own.points.length === 0 ? (
        <Empty icon="agents" title="Nothing scored yet">
          A reputation moves when a piece of work is verified, not when it is reported.{' '}
          <a href={formatRoute('work', null, { agent: summary.agentId })}>See its work</a>
        </Empty>
      ) : show === 'table' ? (
        <ReputationTable agentId={summary.agentId} points={own.points} />
      ) : (
        <Suspense fallback={<Skeleton label="Drawing the chart" />}>
          <ReputationChart histories={all} axis={axis} />
        </Suspense>
      )}
      <AgentTable
        agents={agents}
        chosen={summary.agentId}
        drawn={show === 'chart' ? all.map((history) => history.summary.agentId) : []}
      />
    </div>
  );
}
