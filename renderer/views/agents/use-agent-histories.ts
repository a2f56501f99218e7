import type { OperationOutput } from '../../../core/api/index.ts';
import type { Loadable } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';

export type AgentHistory = OperationOutput<'agents.get'>;

function useAgent(agentId: string | undefined): Loadable<AgentHistory> | null {
  const answer = useQuery('agents.get', agentId === undefined ? null : { agentId });
  return agentId === undefined ? null : answer;
}

/** The histories of up to six agents, in the order of their ids. */
export function useAgentHistories(ids: readonly string[]): readonly Loadable<AgentHistory>[] {
  const [first, second, third, fourth, fifth, sixth] = ids;
  const answers = [
    useAgent(first),
    useAgent(second),
    useAgent(third),
    useAgent(fourth),
    useAgent(fifth),
    useAgent(sixth),
  ];
  return answers.filter((answer) => answer !== null);
}
