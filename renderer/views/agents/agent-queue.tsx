import type { AgentSummary } from '../../../core/api/index.ts';
import { Choice } from '../../components/field.tsx';
import { Queue } from '../../components/queue.tsx';
import { ReputationBar } from '../../components/reputation-bar.tsx';
import { Empty } from '../../components/states.tsx';
import { useCommands } from '../../keyboard/use-commands.ts';
import { mostCompared, toggleCompared, useAgentsView } from '../../stores/agents-view.ts';
import { counted } from '../../text/words.ts';

interface AgentQueueProps {
  /** Null while they are being read. */
  readonly agents: readonly AgentSummary[] | null;
  readonly total: number;
  readonly selected: string | null;
  readonly onSelect: (agentId: string) => void;
}

/** The agents with their standing. X puts one beside the others in the chart. */
export function AgentQueue({ agents, total, selected, onSelect }: AgentQueueProps) {
  const { text, sort, compared } = useAgentsView();
  const rows = agents ?? [];
  const active = rows.findIndex((row) => row.agentId === selected);
  const onActive = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onSelect(row.agentId);
  };
  useCommands({
    'agent.compare': {
      run: () => selected !== null && toggleCompared(selected),
      whyNot: whyNotCompare(selected, compared),
    },
  });
  return (
    <Queue
      title="Agents"
      summary={agents === null ? '' : counted(total, 'agent')}
      search={text}
      onSearch={(next) => useAgentsView.setState({ text: next })}
      searchLabel="Filter agents"
      active={compared.map((agentId) => ({
        label: `compared: ${agentId}`,
        onRemove: () => toggleCompared(agentId),
      }))}
      filters={
        <Choice
          label="Sort"
          value={sort}
          choices={[
            ['reputation', 'Reputation, best first'],
            ['hallucinated', 'Most hallucinated'],
            ['tasks', 'Most tasks'],
            ['lastSeen', 'Last seen'],
            ['name', 'Name'],
          ]}
          onChange={(next) => useAgentsView.setState({ sort: next })}
        />
      }
      list={{
        label: 'Agents',
        reading: agents === null ? 'Reading the agents' : null,
        problem: null,
        count: rows.length,
        rowHeight: 66,
        active,
        onActive,
        rowKey: (index) => rows[index]?.agentId ?? `${index}`,
        renderRow: (index) => <AgentRow agent={rows[index]} compared={compared} />,
        empty: <NoAgents filtered={total > 0} />,
      }}
    />
  );
}

function whyNotCompare(selected: string | null, compared: readonly string[]): string | null {
  if (selected === null) return 'No agent is chosen';
  if (compared.length >= mostCompared && !compared.includes(selected)) return `At most ${mostCompared} in one chart`;
  return null;
}

function AgentRow({
  agent,
  compared,
}: {
  readonly agent: AgentSummary | undefined;
  readonly compared: readonly string[];
}) {
  if (agent === undefined) return null;
  return (
    <div className="agent-row">
      <span className="agent-row-id mono cut" title={agent.agentId}>
        {agent.agentId}
      </span>
      {compared.includes(agent.agentId) && <span className="agent-row-tag small">compared</span>}
      <span className="agent-row-standing">
        <ReputationBar reputation={agent.reputation} level={agent.level} />
        <span className="faint small">{counted(agent.tasks, 'task')}</span>
      </span>
    </div>
  );
}

function NoAgents({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <Empty icon="filter" title="No agent fits the filter" />;
  return (
    <Empty icon="agents" title="No agent yet">
      An agent appears with its first contract. Every one starts at a reputation of 0.50.
    </Empty>
  );
}
