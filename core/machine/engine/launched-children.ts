import type { JsonObject } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { StateDefinition } from '../config/definition.ts';
import { type Outcome, problemOutcome } from '../machine-error.ts';
import { beginChildren, machineNamed } from './begin-children.ts';
import type { Beginning } from './beginning.ts';
import type { PlannedChild } from './children.ts';
import { childId, isCallOf, processLaunch } from './launch-intents.ts';
import type { RunSite } from './run-site.ts';
import type { StepWork } from './step-work.ts';

/** Begins the children of a `launch`, which the commit of the step keeps (M9). */
export async function planLaunches(
  { runtime, definition, journal }: RunSite,
  state: StateDefinition,
  work: StepWork,
): Promise<Outcome<readonly Beginning[]>> {
  const { record, snapshot } = journal;
  const variables = { context: work.context, input: record.input, output: work.output };
  const planned: PlannedChild[] = [];
  for (const call of state.launches) {
    const input = runtime.templates.render({ ...state.launchInput, ...call.input }, variables);
    if (!input.ok) return problemOutcome(input.problem);
    planned.push({ machine: call.name, input: input.value as JsonObject, item: null });
  }
  const id = (index: number): string => childId(record.execution_id, snapshot.step, 'launch', index);
  return beginChildren(runtime, definition, record, planned, id);
}

/** Starts what was promised and not started yet; with `all` also what a process started that is gone (M9). */
export async function launchPending(
  { definition, family, journal, notice }: RunSite,
  which: 'all' | 'new',
): Promise<Result<void>> {
  const { execution_id: id } = journal.record;
  const { step } = journal.snapshot;
  const before = journal.intents;
  const pending = before.filter((intent) => !isCallOf(intent, id, step) && (which === 'all' || !intent.launched));
  let intents = before;
  for (const intent of pending) {
    family.launch(machineNamed(definition, intent.machine), intent.execution_id);
    const processed = processLaunch(intents, intent);
    if (!processed.shouldLaunch) continue;
    intents = processed.intents;
    notice('child-launched');
  }
  if (intents === before) return ok(undefined);
  const marked = await journal.intend(intents, [], 'run.launched');
  if (marked.ok) notice('launch-marked');
  return marked;
}
