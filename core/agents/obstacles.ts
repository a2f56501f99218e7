import { type AgentState, type ToolSpec, toolBudgetSufficient, toolPermitted } from '../kernel/index.ts';

/** Why the kernel does not let this tool run in this state, in words; empty when it does. */
export function obstacles(tool: ToolSpec, state: AgentState): readonly string[] {
  const found: string[] = [];
  if (!toolPermitted({ ...tool, requiresExecute: false }, state)) {
    found.push(`needs file access ${tool.requiredAccess}, granted is ${state.fileAccess}`);
  }
  if (!toolPermitted({ ...tool, requiredAccess: 0 }, state)) found.push('needs to execute code, which is not granted');
  if (!toolBudgetSufficient({ ...tool, timeCost: 0 }, state)) {
    found.push(`costs ${tool.tokenCost} tokens, ${state.tokenBudget} are left`);
  }
  if (!toolBudgetSufficient({ ...tool, tokenCost: 0 }, state)) {
    found.push(`takes ${tool.timeCost} s, ${state.timeBudget} s are left`);
  }
  return found;
}
