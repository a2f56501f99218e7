import { type AgentRole, agentRole } from '../role.ts';

/** The six tools of a debate (seed 002 §4). */
export const debateToolNames = [
  'lookup_claim',
  'lookup_calc',
  'search_evidence',
  'flag_defect',
  'request_human_review',
  'query_enrichment',
] as const;
export type DebateToolName = (typeof debateToolNames)[number];

/** Who may use what (seed 002 §5, D6: the arbiter may search). Names match exactly. */
const permitted: Readonly<Record<DebateToolName, readonly AgentRole[]>> = {
  lookup_claim: agentRole.options,
  lookup_calc: agentRole.options,
  search_evidence: ['sanad_breaker', 'contradiction_finder', 'risk_officer', 'arbiter'],
  flag_defect: ['sanad_breaker'],
  request_human_review: ['arbiter'],
  query_enrichment: ['contradiction_finder', 'risk_officer'],
};

/** The most calls of an agent in one round (seed 002 §6.2, D6). */
export const maxCallsPerRound: Readonly<Record<DebateToolName, number>> = {
  lookup_claim: 20,
  lookup_calc: 10,
  search_evidence: 5,
  flag_defect: 3,
  request_human_review: 5,
  query_enrichment: 5,
};

/** Whether a name is one of the six, letter by letter: another case or a blank is another name (D6). */
export function isDebateTool(name: string): name is DebateToolName {
  return (debateToolNames as readonly string[]).includes(name);
}

/**
 * Whether the matrix lets a role use a tool. Unknown names are denied; nothing that an agent or a document says is
 * read.
 */
export function isPermitted(role: string, tool: string): boolean {
  return isDebateTool(tool) && (permitted[tool] as readonly string[]).includes(role);
}
