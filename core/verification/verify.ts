import { cpus } from 'node:os';
import { ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import { assemble } from './engine/assemble.ts';
import { dependentsOf } from './engine/dependents.ts';
import { nameUnits, planOf } from './engine/plan.ts';
import { noTools, runTools, withinTime } from './engine/run-tools.ts';
import { runUnit } from './engine/run-unit.ts';
import { joined, type Unit, type UnitFindings } from './engine/unit.ts';
import { VerifierPool } from './engine/verifier-pool.ts';
import { usualBudget, type VerificationWorld } from './engine/world.ts';
import type { VerificationPolicy } from './policy/policy.ts';
import { changedOnly, type ProjectChange } from './project/tree.ts';
import type { AgentVerificationResult } from './result.ts';
import type { Tools } from './toolchains/tools.ts';

/**
 * Verifies a change under a policy in processes of its own, as many as there are processors. What head has and base has
 * not is reported (V2); what could not be looked at is inconclusive, never passed in silence (V3): a file that takes
 * too long or makes its reader crash costs that file alone. Error: `cancelled`.
 */
export async function verifyChange(
  change: ProjectChange,
  policy: VerificationPolicy,
  taskDescription: string,
  world: VerificationWorld,
): Promise<Result<AgentVerificationResult>> {
  const startedAt = world.clock.now();
  const changed = changedOnly(change);
  const pool = new VerifierPool(changed, policy.rules, cpus().length, world);
  const deadline = startedAt + (world.budget ?? usualBudget).totalMs;
  const tools = withinTime(world.tools ?? noTools, () => world.clock.now(), deadline);
  try {
    const found = await findingsOf(changed, policy, tools, (units) => pool.run(units));
    if (!found.ok) return found;
    return ok(assemble(change, policy, taskDescription, found.value, world.clock.now() - startedAt));
  } finally {
    pool.close();
  }
}

/** The same in this thread: for trusted sources alone, because nothing stops a hostile one. */
export async function verifyInThisThread(
  change: ProjectChange,
  policy: VerificationPolicy,
  taskDescription: string,
  clock: Clock,
  tools: Tools = noTools,
): Promise<Result<AgentVerificationResult>> {
  const startedAt = clock.now();
  const changed = changedOnly(change);
  const found = await findingsOf(changed, policy, tools, async (units) => {
    const all: UnitFindings[] = [];
    for (const unit of units) all.push(await runUnit(changed, policy.rules, unit, () => undefined));
    return ok(all);
  });
  if (!found.ok) return found;
  return ok(assemble(change, policy, taskDescription, found.value, clock.now() - startedAt));
}

/** First the files that changed, then those that use what the change took away. */
async function findingsOf(
  change: ProjectChange,
  { rules }: VerificationPolicy,
  tools: Tools,
  run: (units: readonly Unit[]) => Promise<Result<readonly UnitFindings[]>>,
): Promise<Result<UnitFindings>> {
  const plan = planOf(change, rules);
  const [first, named] = await Promise.all([run(plan.units), runTools(change, rules, plan.tools, tools)]);
  if (!first.ok) return first;
  const found = joined([...first.value, named]);
  const dependents = dependentsOf(change, found.lost);
  const further = nameUnits(dependents.groups);
  const second = await run(further.units);
  if (!second.ok) return second;
  const all = joined([found, ...second.value, await runTools(change, rules, further.tools, tools)]);
  return ok({ ...all, open: [...plan.open, ...dependents.open, ...all.open] });
}
