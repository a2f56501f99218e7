import { useEffect, useMemo } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, Failed, NoEvidence, WhenReady } from '../../components/states.tsx';
import { mostCompared, useAgentsView } from '../../stores/agents-view.ts';
import { useCalmValue } from '../../stores/calm-value.ts';
import { readyValue } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { AgentEvidence } from './agent-evidence.tsx';
import { chartedAgents, orderAgents } from './agent-order.ts';
import { AgentQueue } from './agent-queue.tsx';
import { AgentSubject } from './agent-subject.tsx';
import { useAgentHistories } from './use-agent-histories.ts';
import './agents.css';

/** Agents: who works here, how far each is trusted, and every task that moved that trust. */
export default function AgentsView() {
  const { text, sort, compared } = useAgentsView();
  const chosen = useRoute((store) => store.route.id);
  const answer = useQuery('agents.list', {});
  const rows = readyValue(answer)?.rows ?? null;
  const ordered = useMemo(() => (rows === null ? null : orderAgents(rows, text, sort)), [rows, text, sort]);
  const first = ordered?.[0]?.agentId;
  useEffect(() => {
    if (chosen === null && first !== undefined) showFirst('agents', first);
  }, [chosen, first]);
  const calmId = useCalmValue(chosen);
  const ids = calmId === null ? [] : chartedAgents(calmId, compared, mostCompared);
  const histories = useAgentHistories(ids);
  const own = histories[0];
  if (answer.state === 'failed') return <Failed problem={answer.problem} />;
  return (
    <Panes
      names={{ queue: 'Agents', subject: 'Reputation', evidence: 'Evidence' }}
      queue={
        <AgentQueue
          agents={ordered}
          total={rows?.length ?? 0}
          selected={chosen}
          onSelect={(id) => replacePlace('agents', id)}
        />
      }
      subject={
        own === undefined ? (
          <Empty icon="agents" title={rows?.length === 0 ? 'Nobody has worked here yet' : 'Choose an agent'} />
        ) : (
          <WhenReady of={own} label="Reading the record">
            {(value) => (
              <AgentSubject
                own={value}
                all={histories.flatMap((history) => readyValue(history) ?? [])}
                agents={ordered ?? []}
              />
            )}
          </WhenReady>
        )
      }
      evidence={
        own === undefined ? (
          <NoEvidence of="an agent" />
        ) : (
          <WhenReady of={own} label="Reading the record" beside>
            {(value) => <AgentEvidence history={value} />}
          </WhenReady>
        )
      }
    />
  );
}
