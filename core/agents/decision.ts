import { z } from 'zod';
import { type AgentAction, boundResponse, type Fact, maxResponseBytes } from '../kernel/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

/** What the agent wants to do next, what it learned, and which of its goals it calls achieved. */
export interface Decision {
  readonly action: AgentAction;
  readonly learned: readonly Fact[];
  readonly achieved: readonly string[];
  /** What thinking cost; null for rules, which think for nothing. */
  readonly usage: ThoughtUsage | null;
}

const tokens = z.number().int().min(0).max(1_000_000_000);

/** What thinking took, as the model's client counted it. */
export const thoughtUsage = z.object({
  inputTokens: tokens,
  outputTokens: tokens,
  /** The server did not count, so the tokens are estimated from the texts. */
  estimated: z.boolean(),
  /** Null when the price is unknown. */
  cost: z.number().min(0).nullable(),
  currency: z.string().max(3).nullable(),
});
export type ThoughtUsage = Readonly<z.infer<typeof thoughtUsage>>;

/** Half characters cannot be written into the ledger. */
const text = z.string().transform((raw) => raw.toWellFormed());
const name = z.string().min(1).max(200).pipe(text);
const decisionSchema = z.object({
  action: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('tool-call'), toolName: name, query: z.string().max(maxResponseBytes).pipe(text) }),
    z.object({ kind: z.literal('final-answer'), answer: text }),
    z.object({ kind: z.literal('no-action') }),
  ]),
  learned: z
    .array(
      z.object({
        content: z.string().max(10_000).pipe(text),
        source: z.enum(['user', 'kg', 'llm', 'inference']),
        confidence: z.number().int().min(0).max(100),
      }),
    )
    .max(100)
    .default([]),
  achieved: z.array(name).max(100).default([]),
  usage: thoughtUsage.nullable().default(null),
});

/**
 * Reads what a thinker replied. A query of more than 1 MiB is refused, because half a query is another query; an answer
 * of more is cut (K12). Error: `decision-malformed` with the field as place.
 */
export function readDecision(reply: unknown): Result<Decision> {
  const parsed = parse(reply);
  if (!parsed.ok) return parsed;
  const { action } = parsed.value;
  if (action.kind !== 'final-answer') return parsed;
  return ok({ ...parsed.value, action: { ...action, answer: boundResponse([action.answer]).items.join('\n') } });
}

function parse(reply: unknown): Result<Decision> {
  try {
    const parsed = decisionSchema.safeParse(reply);
    if (parsed.success) return ok(parsed.data);
    const issue = parsed.error.issues[0];
    return fail('decision-malformed', issue?.message ?? 'The reply does not fit', issue?.path.join('.') ?? '');
  } catch {
    // Reading a property of the reply ran code of its maker, and that threw.
    return fail('decision-malformed', 'The reply cannot be read', 'reply');
  }
}
