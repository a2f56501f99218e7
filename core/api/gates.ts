import { z } from 'zod';
import { agentSummary } from './agents.ts';
import { cursor, digest, identifier, isoTimestamp, pageLimit, pageOf, role, sign } from './common.ts';

export const gateState = z.enum([
  'pending',
  'approved',
  'rejected',
  'edited',
  'responded',
  'expired',
  'withdrawn',
  'terminated',
]);
export type GateState = z.infer<typeof gateState>;

export const gateVerb = z.enum(['approve', 'edit', 'reject', 'respond', 'escalate', 'snooze', 'terminate']);
export type GateVerb = z.infer<typeof gateVerb>;

/** The verbs that the doors offer; `gateVerb` has those that come later as well. */
export const offeredVerb = z.enum(['approve', 'reject', 'respond']);
export type OfferedVerb = z.infer<typeof offeredVerb>;

/** A place in the console: a task, a debate, an event, an agent, a gate, or a page of the documentation. */
export const link = z.object({
  view: z.enum(['gates', 'work', 'debates', 'agents', 'ledger', 'rules']),
  id: z.string(),
  /** Whose work it is: more than one agent can work on a task. */
  agent: z.string().optional(),
});
export type Link = z.infer<typeof link>;

export const gateRow = z.object({
  gateId: z.string(),
  state: gateState,
  sign,
  /** Who wants to do what, in one sentence. */
  title: z.string(),
  /** Class of action: `contract.land`, `contract.verdict`, `agent.probation`, `contract.shell`. */
  action: z.string(),
  requester: z.string(),
  taskId: z.string().nullable(),
  agentId: z.string().nullable(),
  requiredRole: role,
  requestedAt: isoTimestamp,
  expiresAt: isoTimestamp.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: isoTimestamp.nullable(),
});
export type GateRow = z.infer<typeof gateRow>;

/** One reason why an action stopped at a gate: a sentence and the rule it comes from (`C9`). */
export const whyItem = z.object({ text: z.string(), rule: z.string(), link: link.nullable() });
export type WhyItem = z.infer<typeof whyItem>;

/** What an action can touch. */
export const touches = z.object({
  files: z.array(z.string()),
  tools: z.array(z.string()),
  money: z.string().nullable(),
  people: z.array(z.string()),
  reversible: z.enum(['reversible', 'irreversible', 'unknown']),
  note: z.string(),
});
export type Touches = z.infer<typeof touches>;

export const gateBriefing = z.object({
  row: gateRow,
  /** Why it stopped here: rule, policy, level. */
  why: z.array(whyItem),
  touches,
  action: z.object({
    tool: z.string(),
    /** Canonical JSON of what the digest covers, never cut. */
    canonical: z.string(),
    digest,
  }),
  evidence: z.array(z.object({ sign, text: z.string(), link: link.nullable() })),
  record: agentSummary.nullable(),
  earlier: z.array(
    z.object({
      gateId: z.string(),
      state: gateState,
      at: isoTimestamp,
      reviewer: z.string(),
      reason: z.string().nullable(),
      title: z.string(),
      /** What differs between that action and this one, in sentences; empty when they are the same. */
      changed: z.array(z.string()),
    }),
  ),
  /** What would change my mind. */
  falsifiers: z.array(z.string()),
  /** Whether an approval needs a reason too; a rejection always does (G4). */
  reasonRequired: z.boolean(),
  verbs: z.array(z.object({ verb: gateVerb, enabled: z.boolean(), whyNot: z.string().nullable() })),
  decisions: z.array(
    z.object({
      seq: z.number().int(),
      at: isoTimestamp,
      reviewer: z.string(),
      /** Null when a stranger tried. */
      role: role.nullable(),
      verb: gateVerb,
      reason: z.string().nullable(),
      accepted: z.boolean(),
      refusal: z.string().nullable(),
    }),
  ),
  requestSeq: z.number().int(),
});
export type GateBriefing = z.infer<typeof gateBriefing>;

/** Sections of the briefing, recorded as seen when they were on screen. */
export const briefingSection = z.enum([
  'summary',
  'why',
  'touches',
  'action',
  'evidence',
  'record',
  'earlier',
  'falsifiers',
]);
export type BriefingSection = z.infer<typeof briefingSection>;

export const gateQueries = {
  'gates.list': {
    input: z.strictObject({
      state: gateState.optional(),
      text: z.string().max(200).optional(),
      cursor: cursor.default(null),
      limit: pageLimit.default(200),
    }),
    output: pageOf(gateRow),
  },
  'gates.get': { input: z.strictObject({ gateId: identifier }), output: gateBriefing },
} as const;

export const gateCommands = {
  /**
   * Decides as the unlocked reviewer. `digest` is the one that was on screen. Reject needs a reason (G4), and respond
   * an answer.
   */
  'gates.decide': {
    input: z.strictObject({
      gateId: identifier,
      verb: offeredVerb,
      reason: z.string().max(4000).default(''),
      digest,
      sectionsSeen: z.array(briefingSection).max(20),
    }),
    output: z.object({ row: gateRow, seq: z.number().int() }),
  },
} as const;
