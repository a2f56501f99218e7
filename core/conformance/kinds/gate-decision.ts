import { z } from 'zod';
import { ok } from '../../problem/index.ts';
import {
  decidingRoles,
  evaluateDecision,
  freshGate,
  type GateProgress,
  type GateTerms,
  stateAt,
  votingRules,
} from '../../review/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

/** Milliseconds, or a moment in ISO 8601. */
const moment = z.union([
  z.number(),
  z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a moment in ISO 8601')
    .transform((text) => Date.parse(text)),
]);

const inputSchema = z.object({
  request: z.object({
    requester: z.string().min(1),
    digest: z.string().min(1),
    required_role: z.enum(decidingRoles).default('ANALYST'),
    expires_at: moment.nullable().default(null),
  }),
  policy: votingRules.prefault({}),
  decisions: z
    .array(
      z.object({
        reviewer: z.string(),
        role: z.string(),
        verb: z.string(),
        reason: z.string().nullable().default(null),
        digest: z.string().nullable().default(null),
        at: moment.nullable().default(null),
      }),
    )
    .default([]),
  now: moment.nullable().default(null),
});

/**
 * Plays attempts at one gate in order (G1-G6). One without `at` happens `now`. Time does not run back: an attempt after
 * a later one stands at the later one's moment. Where a case tells no time at all, nothing expires.
 */
export const gateDecision: ConformanceKind = {
  kind: 'gate-decision',
  run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const { request, policy, decisions, now } = input.value;
    const terms: GateTerms = {
      requesterId: request.requester,
      digest: request.digest,
      requiredRole: request.required_role,
      rules: policy,
      expiresAt: request.expires_at,
    };
    let progress: GateProgress = freshGate;
    let time = Number.NEGATIVE_INFINITY;
    const refusals = decisions.map(({ reviewer, at, ...attempt }) => {
      time = Math.max(time, at ?? now ?? time);
      const outcome = evaluateDecision(terms, progress, { ...attempt, reviewerId: reviewer }, time);
      if (!outcome.accepted) return outcome.refusal;
      progress = outcome.progress;
      return null;
    });
    const state = stateAt(terms, progress, Math.max(time, now ?? time));
    return ok({ state, accepted: refusals.map((refusal) => refusal === null), refusals });
  },
};
