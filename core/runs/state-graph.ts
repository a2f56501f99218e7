import type { StateGraph } from '../api/index.ts';
import type { MachineDefinition, StateDefinition } from '../machine/index.ts';

/** States and the ways between them. */
export function graphOf(definition: MachineDefinition): StateGraph {
  const states = [...definition.states.values()];
  return {
    initial: definition.initial,
    nodes: states.map((state) => ({ state: state.name, final: state.final, work: workText(state) })),
    edges: states.flatMap((state) => [
      ...state.transitions.map(({ condition, to }) => ({
        from: state.name,
        to,
        condition: condition?.text ?? null,
        onError: null,
      })),
      ...Object.entries(state.onError).map(([type, to]) => ({ from: state.name, to, condition: null, onError: type })),
    ]),
  };
}

function workText({ machine, agent, action, launches }: StateDefinition): string | null {
  if (machine !== null) {
    const calls = machine.kind === 'list' ? machine.calls : [machine.call];
    const names = `machine ${calls.map(({ name }) => name).join(', ')}`;
    return machine.kind === 'foreach' ? `${names} for each ${machine.as}` : names;
  }
  if (agent !== null) return `agent ${agent}`;
  if (action !== null) return `action ${action}`;
  return launches.length > 0 ? `launch ${launches.map(({ name }) => name).join(', ')}` : null;
}
