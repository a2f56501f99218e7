import { z } from 'zod';

/** The five roles of a debate, in the order in which a round lists them (seed 002 §2.2). */
export const agentRoles = ['advocate', 'sanad_breaker', 'contradiction_finder', 'risk_officer', 'arbiter'] as const;

/** Names match exactly: `Arbiter` is not a role (D6). */
export const agentRole = z.enum(agentRoles);
export type AgentRole = z.infer<typeof agentRole>;
