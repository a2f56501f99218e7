import { z } from 'zod';
import type { JsonObject } from '../../canonical/index.ts';
import { debateTurns, stopReasons } from '../debate-state.ts';
import { defect } from '../defect.ts';
import { humanDecision } from '../human-decision.ts';

/** A gate that the arbiter opened and nobody has decided yet. */
const waitingGate = z.strictObject({
  gate_id: z.string(),
  round_number: z.number().int().min(1),
  claim_refs: z.array(z.guid()),
  asked: z.string(),
  /** Digest of what the person is shown. */
  shown: z.string().nullable().default(null),
});
export type WaitingGate = Readonly<z.infer<typeof waitingGate>>;

/**
 * What the machine carries from step to step: where the debate stands, and the ids of what was said. The messages
 * themselves are events, so that a step costs the same in the last round as in the first.
 */
const debateHead = z.strictObject({
  debate_id: z.guid(),
  max_rounds: z.number().int().min(1),
  round_number: z.number().int().min(1),
  /** Ids of the messages, oldest first. */
  messages: z.array(z.string()),
  /** Somebody asked for evidence in this round. */
  evidence_requested: z.boolean(),
  defects: z.array(defect),
  waiting: z.array(waitingGate),
  decisions: z.array(humanDecision),
  stop: z.strictObject({ reason: z.enum(stopReasons), detail: z.string() }).nullable(),
});
export type DebateHead = Readonly<z.infer<typeof debateHead>>;

/** The head before anybody has spoken, in round 1. `maxRounds` is at least 1; D2 has 5 when nothing is said. */
export function firstHead(debateId: string, maxRounds: number): DebateHead {
  return {
    debate_id: debateId,
    max_rounds: maxRounds,
    round_number: 1,
    messages: [],
    evidence_requested: false,
    defects: [],
    waiting: [],
    decisions: [],
    stop: null,
  };
}

/** The head in a machine's context. Throws on one that this program did not write. */
export function readHead(context: JsonObject): DebateHead {
  return debateHead.parse(context.debate);
}

/** The head as the machine's context keeps it; `readHead` is the way back. */
export function headContext(head: DebateHead): JsonObject {
  return { debate: head as unknown as JsonObject };
}

export const turnOf = z.object({ turn: z.enum(debateTurns) });
