import type { AgentRole } from '../../role.ts';
import { advocatePrompt } from './advocate.ts';
import { arbiterPrompt } from './arbiter.ts';
import { commonPrompt } from './common.ts';
import { contradictionFinderPrompt } from './contradiction-finder.ts';
import { riskOfficerPrompt } from './risk-officer.ts';
import { sanadBreakerPrompt } from './sanad-breaker.ts';

const prompts: Readonly<Record<AgentRole, string>> = {
  advocate: advocatePrompt,
  sanad_breaker: sanadBreakerPrompt,
  contradiction_finder: contradictionFinderPrompt,
  risk_officer: riskOfficerPrompt,
  arbiter: arbiterPrompt,
};

/** The instructions of a role. They hold no text of the case. */
export function rolePrompt(role: AgentRole): string {
  return `${prompts[role]}\n\n${commonPrompt}`;
}
