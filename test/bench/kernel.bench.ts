/** How fast the kernel decides, and how much of a run's time that is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../../build/bench-row.ts';
import { runAgent } from '../../core/agents/index.ts';
import {
  type AgentAction,
  agentState,
  canInvokeTool,
  GovernedTool,
  mustRespond,
  reactStep,
  toolSpec,
} from '../../core/kernel/index.ts';
import { openLedger } from '../../core/ledger/index.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';
import { patientTimers } from '../unit/agents/fake-world.ts';

const action: AgentAction = { kind: 'tool-call', toolName: 'kg', query: 'q' };
const tool = toolSpec({ name: 'kg', tokenCost: 1, timeCost: 1, requiredAccess: 1 });
const state = agentState({ fileAccess: 1, maxSteps: 1_000, tokenBudget: 1_000_000, timeBudget: 1_000_000 });

/** Decisions and steps of the kernel per second. */
export async function bench(print: (row: BenchRow) => void): Promise<void> {
  const decision = secondsPer(1_000_000, () => mustRespond(state) || canInvokeTool(tool, state));
  print({
    name: 'kernel decisions (mustRespond and canInvokeTool)',
    value: `${Math.round(1 / decision).toLocaleString('en')}/s`,
    aim: null,
    met: null,
    note: '',
  });
  const step = secondsPer(200_000, () => reactStep(action, tool, state));
  print({
    name: 'kernel steps (reactStep)',
    value: `${Math.round(1 / step).toLocaleString('en')}/s`,
    aim: null,
    met: null,
    note: '',
  });
  await benchRun(print, 500);
}

/** A run of the runtime on a real ledger, with a tool that answers at once: the worst case for the kernel's share. */
async function benchRun(print: (row: BenchRow) => void, steps: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  try {
    const ledger = openLedger(join(folder, 'run.mizan'), {
      clock: systemClock,
      random: systemRandom,
      projections: [],
      create: true,
    });
    if (!ledger.ok) throw new Error(ledger.problem.message);
    const governed = GovernedTool.govern(tool, async () => 'ok');
    const start = performance.now();
    const run = await runAgent({
      runId: 'bench',
      agentId: 'bench',
      state: { ...state, maxSteps: steps },
      tools: [governed],
      thinker: { think: async () => ({ action }) },
      ledger: ledger.value,
      timers: patientTimers,
    });
    const whole = (performance.now() - start) / 1_000;
    ledger.value.close();
    if (!run.ok) throw new Error(run.problem.message);
    const spent = steps * secondsPer(10_000, () => GovernedTool.takeStep(action, [governed], state));
    const share = (100 * spent) / whole;
    print({
      name: "kernel's share of a run's time",
      value: `${share.toFixed(2)}%`,
      aim: 'below 1%',
      met: share < 1,
      note: `${steps} steps in ${whole.toFixed(2)} s with two durable events a step and a tool that costs no time`,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function secondsPer(count: number, work: () => unknown): number {
  for (let warm = 0; warm < count / 10; warm += 1) work();
  const start = performance.now();
  for (let done = 0; done < count; done += 1) work();
  return (performance.now() - start) / 1_000 / count;
}
