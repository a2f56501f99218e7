import { parse } from 'yaml';
import { z } from 'zod';
import { type AgentState, agentState, type ToolSpec, toolSpec } from '../kernel/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

/** A run as a person writes it down: who thinks, what it may do and spend, and which programs its tools are. */
export interface RunPlan {
  readonly agentId: string;
  /** The command that decides each step. */
  readonly agent: string;
  readonly state: AgentState;
  readonly tools: readonly { readonly spec: ToolSpec; readonly command: string }[];
}

const natural = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const text = z.string().min(1).max(10_000);
const planSchema = z.strictObject({
  agent_id: text.max(200),
  agent: text,
  max_steps: natural.optional(),
  token_budget: natural.optional(),
  time_budget: natural.optional(),
  file_access: natural.max(2).optional(),
  execute_allowed: z.boolean().optional(),
  max_context_tokens: natural.optional(),
  goals: z.array(z.strictObject({ name: text.max(200), type: text.max(200) })).default([]),
  facts: z.array(text).default([]),
  tools: z
    .array(
      z.strictObject({
        name: text.max(200),
        command: text,
        required_access: natural.max(2).optional(),
        requires_execute: z.boolean().optional(),
        token_cost: natural.optional(),
        time_cost: natural.optional(),
      }),
    )
    .refine((tools) => new Set(tools.map((tool) => tool.name)).size === tools.length, 'Two tools have the same name'),
});

/**
 * Reads a plan in YAML or JSON. Nothing malformed is fixed here: it is refused. Error: `plan-malformed` with the field.
 */
export function readRunPlan(source: string): Result<RunPlan> {
  let document: unknown;
  try {
    document = parse(source);
  } catch (error) {
    return fail('plan-malformed', error instanceof Error ? error.message : 'This is neither YAML nor JSON');
  }
  const parsed = planSchema.safeParse(document);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail('plan-malformed', issue?.message ?? 'The plan does not fit', issue?.path.join('.'));
  }
  const plan = parsed.data;
  return ok({
    agentId: plan.agent_id,
    agent: plan.agent,
    state: agentState({
      maxSteps: plan.max_steps,
      tokenBudget: plan.token_budget,
      timeBudget: plan.time_budget,
      fileAccess: plan.file_access,
      executeAllowed: plan.execute_allowed,
      maxContextTokens: plan.max_context_tokens,
      goals: plan.goals,
      facts: plan.facts.map((content) => ({ content, source: 'user', confidence: 100 })),
    }),
    tools: plan.tools.map((tool) => ({
      command: tool.command,
      spec: toolSpec({
        name: tool.name,
        requiredAccess: tool.required_access,
        requiresExecute: tool.requires_execute,
        tokenCost: tool.token_cost,
        timeCost: tool.time_cost,
      }),
    })),
  });
}
