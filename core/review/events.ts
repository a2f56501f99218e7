import { z } from 'zod';
import {
  briefingSectionSchema,
  gateStateSchema,
  gateVerbSchema,
  roleSchema,
  touchesSchema,
  whyItemSchema,
} from '../api/index.ts';
import type { Json } from '../canonical/index.ts';
import { defineEvent } from '../ledger/index.ts';
import { decidingRoles } from './role.ts';

const actorSchema = z.object({ kind: z.enum(['agent', 'human', 'integration', 'system']), id: z.string() });
const policySchema = z.record(z.string(), z.custom<Json>());
const decidingRole = z.enum(decidingRoles);

/** A gate opened. The action itself is the payload `action`; the digest over it is in the leaf. */
export const gateRequested = defineEvent(
  'gate.requested',
  z.object({
    gate_id: z.string(),
    action: z.string(),
    title: z.string(),
    requester: actorSchema,
    required_role: decidingRole,
    action_digest: z.string(),
    policy: policySchema,
    why: z.array(whyItemSchema),
    touches: touchesSchema,
    falsifiers: z.array(z.string()),
    task_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    expires_at: z.string().nullable(),
  }),
);
/** What a reviewer signs: RFC 8785 bytes of exactly this object (docs/gates.md). */
export const decisionStatementSchema = z.strictObject({
  format: z.literal('mizan-gate-decision/1'),
  gate_id: z.string(),
  /** Where the request stands in the tree, and the digest of its canonical bytes. */
  request_seq: z.number().int(),
  request_digest: z.string(),
  /** The action digest that was on screen. */
  action_digest: z.string(),
  reviewer_id: z.string(),
  role: decidingRole,
  verb: gateVerbSchema,
  reason: z.string().nullable(),
  sections_seen: z.array(briefingSectionSchema),
  decided_at: z.string(),
});
export type DecisionStatement = z.infer<typeof decisionStatementSchema>;

/** A decision that counted. */
export const gateDecided = defineEvent(
  'gate.decided',
  z.object({
    statement: decisionStatementSchema,
    signature: z.object({
      algorithm: z.literal('ed25519'),
      /** Base64, 32 bytes. */
      public_key: z.string(),
      /** Base64, 64 bytes. */
      value: z.string(),
    }),
    /** The state of the gate after it. */
    state: gateStateSchema,
  }),
);

/** A decision that did not count, with the reason (G2). */
export const gateRefused = defineEvent(
  'gate.refused',
  z.object({
    gate_id: z.string(),
    reviewer_id: z.string(),
    role: roleSchema.nullable(),
    verb: gateVerbSchema,
    reason: z.string().nullable(),
    digest: z.string(),
    code: z.string(),
  }),
);

export const gateExpired = defineEvent('gate.expired', z.object({ gate_id: z.string(), expires_at: z.string() }));

export const gateWithdrawn = defineEvent('gate.withdrawn', z.object({ gate_id: z.string(), reason: z.string() }));

/** The one use of an approval (G3). */
export const gateConsumed = defineEvent(
  'gate.consumed',
  z.object({ gate_id: z.string(), action_digest: z.string(), consumer: actorSchema }),
);

/** What is signed when a reviewer is enrolled. */
export const enrolmentStatementSchema = z.strictObject({
  format: z.literal('mizan-reviewer-enrolment/1'),
  /** Digest of the canonical bytes of the ledger's first event, so that it counts in this ledger only. */
  ledger_digest: z.string(),
  reviewer_id: z.string(),
  name: z.string(),
  role: roleSchema,
  public_key: z.string(),
  /** The reviewer who vouches; null on first use. */
  signed_by: z.string().nullable(),
});
export type EnrolmentStatement = z.infer<typeof enrolmentStatementSchema>;

export const reviewerEnrolled = defineEvent(
  'reviewer.enrolled',
  z.object({
    statement: enrolmentStatementSchema,
    /** `first-use`: nobody vouched, the ledger trusts the first key it sees. */
    trust: z.enum(['first-use', 'signed']),
    /** By the new key, base64: its holder has the private half. */
    possession: z.string(),
    /** By the reviewer in `signed_by`, base64. */
    authority: z.string().nullable(),
  }),
);
