import type { RuleSet } from '../policy/rules.ts';
import type { ProjectChange } from '../project/tree.ts';
import { toolFindings } from '../toolchains/check.ts';
import { toolchains } from '../toolchains/table.ts';
import type { Tools } from '../toolchains/tools.ts';
import { joined, noFindings, type ToolUnit, type UnitFindings } from './unit.ts';
import { outOfTime } from './world.ts';

/** Asks the compilers, one after the other: each of them takes what the machine has. */
export async function runTools(
  change: ProjectChange,
  rules: RuleSet,
  units: readonly ToolUnit[],
  tools: Tools,
): Promise<UnitFindings> {
  const { hallucination } = rules;
  if (hallucination === null) return noFindings;
  const all: UnitFindings[] = [];
  for (const { language, files } of units) {
    const startedAt = performance.now();
    const found = await toolFindings(change, files, toolchains[language], hallucination, tools);
    const open = found.inconclusive.map((one) => ({ ...one, dimension: 'hallucination' as const }));
    const spent = { hallucination: performance.now() - startedAt };
    all.push({ violations: found.violations, open, lost: [], spent });
  }
  return joined(all);
}

/** Where there are no compilers to be asked. */
export const noTools: Tools = {
  run: async () => ({
    kind: 'failed',
    reason: 'Names in this language are looked up by its compiler, which is not asked here',
  }),
};

/** The same compilers with no more time than is left; `now` and `deadline` in milliseconds. */
export function withinTime(tools: Tools, now: () => number, deadline: number): Tools {
  return {
    run: async (run) => {
      const left = deadline - now();
      return left <= 0
        ? { kind: 'failed', reason: outOfTime }
        : tools.run({ ...run, timeoutMs: Math.min(run.timeoutMs, left) });
    },
  };
}
