import type { JsonObject } from '../../canonical/index.ts';
import type { StateDefinition } from '../config/definition.ts';
import { failed, type Outcome, problemOutcome } from '../machine-error.ts';
import { chooseTransition } from './decide.ts';
import { machineEnded, stateExited, transitioned, unknownState } from './hook-calls.ts';
import type { RunSite } from './run-site.ts';
import type { StepWork } from './step-work.ts';

/** The state to go to when the work of this one is done (M2), as the hooks want it. */
export async function leaveState(
  { runtime: { hooks }, definition, journal }: RunSite,
  state: StateDefinition,
  work: StepWork,
): Promise<Outcome<string>> {
  const output = await stateExited(hooks, state.name, work.context, work.output);
  if (!output.ok) return output;
  const { input } = journal.record;
  const chosen = chooseTransition(state, { context: work.context, input, output: output.value });
  if (!chosen.ok) return problemOutcome(chosen.problem);
  if (chosen.value === null) {
    return failed('no_transition', `No transition of state ${JSON.stringify(state.name)} holds`, false);
  }
  const target = await transitioned(hooks, state.name, chosen.value, work.context);
  if (!target.ok) return target;
  return definition.states.has(target.value) ? target : unknownState(target.value);
}

/** The output of the whole run, when the work of a final state is done. */
export async function finalOutput(
  { runtime: { hooks, templates }, journal }: RunSite,
  state: StateDefinition,
  work: StepWork,
): Promise<Outcome<JsonObject>> {
  const { input } = journal.record;
  const rendered = templates.render(state.output, { context: work.context, input, output: work.output });
  if (!rendered.ok) return problemOutcome(rendered.problem);
  const exited = await stateExited(hooks, state.name, work.context, rendered.value);
  return exited.ok ? machineEnded(hooks, work.context, exited.value as JsonObject) : exited;
}
