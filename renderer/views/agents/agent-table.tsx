import type { AgentSummary } from '../../../core/api/index.ts';
import { SeriesKey } from '../../charts/series-key.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { mostCompared, toggleCompared } from '../../stores/agents-view.ts';
import { count } from '../../text/words.ts';

interface AgentTableProps {
  readonly agents: readonly AgentSummary[];
  readonly chosen: string;
  /** The agents in the chart, in the order of their strokes. */
  readonly drawn: readonly string[];
}

const figures = [
  ['tasks', 'Tasks'],
  ['verified', 'Verified'],
  ['hallucinated', 'Hallucinated'],
] as const;

/** Every agent in figures; a tick draws it in the chart above, in the stroke beside the tick. */
export function AgentTable({ agents, chosen, drawn }: AgentTableProps) {
  const full = drawn.length >= mostCompared;
  return (
    <section className="agent-figures" aria-label="Agents in figures">
      <table className="agent-table">
        <thead>
          <tr>
            <th scope="col">Chart</th>
            <th scope="col">Agent</th>
            <th scope="col" className="figure">
              Reputation
            </th>
            <th scope="col">Level</th>
            {figures.map(([name, label]) => (
              <th key={name} scope="col" className="figure">
                {label}
              </th>
            ))}
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <tr key={agent.agentId} aria-current={agent.agentId === chosen ? 'true' : undefined}>
              <td>
                <Drawn
                  agentId={agent.agentId}
                  series={drawn.indexOf(agent.agentId)}
                  disabled={agent.agentId === chosen || (full && !drawn.includes(agent.agentId))}
                />
              </td>
              <th scope="row" className="mono">
                <a href={formatRoute('agents', agent.agentId)} title={agent.agentId}>
                  {agent.agentId}
                </a>
              </th>
              <td className="figure">{agent.reputation.toFixed(2)}</td>
              <td>{agent.probation ? `${agent.level}, probation` : agent.level}</td>
              {figures.map(([name]) => (
                <td key={name} className="figure">
                  {count(agent[name])}
                </td>
              ))}
              <td>{agent.lastSeen === null ? 'never' : <Time at={agent.lastSeen} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DrawnProps {
  readonly agentId: string;
  /** Place among the lines of the chart, or -1. */
  readonly series: number;
  readonly disabled: boolean;
}

function Drawn({ agentId, series, disabled }: DrawnProps) {
  return (
    <label className="agent-drawn">
      <input type="checkbox" checked={series !== -1} disabled={disabled} onChange={() => toggleCompared(agentId)} />
      <span className="hidden-visually">Draw {agentId} in the chart</span>
      {series !== -1 && <SeriesKey index={series} />}
    </label>
  );
}
