import { cureProtocols, defectSeverity } from '../defect.ts';
import type { AgentRole } from '../role.ts';
import { type DebateToolName, debateToolNames, isPermitted, maxCallsPerRound } from '../tools/permission.ts';

/** How each tool is asked and what it gives (seed 002 §4). */
const guides: Readonly<Record<DebateToolName, string>> = {
  lookup_claim:
    '{"claim_id": "<id>", "include_sanad": false, "include_evidence": false}: a claim with its grade and verdict',
  lookup_calc: '{"calc_id": "<id>", "include_inputs": true}: a calculation, computed again',
  search_evidence:
    '{"query": "<words>", "deal_id": "<deal_id of the case>", "min_grade": "D", "limit": 10}: places in the documents',
  flag_defect:
    `{"claim_id": "<id>", "defect_type": "<${Object.keys(defectSeverity).join('|')}>", ` +
    '"description": "<at least 50 characters>", "evidence_refs": ["<id>"], ' +
    `"cure_protocol": "<${cureProtocols.join('|')}>"}: flags a defect; evidence is required`,
  request_human_review:
    '{"claim_ids": ["<id>"], "reason": "<why>", "priority": "LOW|NORMAL|HIGH|CRITICAL", ' +
    '"required_role": "ANALYST|IC_MEMBER|PARTNER|ADMIN"}: asks people to decide',
  query_enrichment:
    '{"entity_type": "COMPANY|PERSON|MARKET", "entity_name": "<name>", "data_points": ["<what>"]}: ' +
    'outside data of grade C or D, to be corroborated',
};

/**
 * The tools that the matrix lets a role use. To show a model only these saves it vain attempts; it keeps nobody out.
 */
export function toolsToOffer(role: AgentRole): readonly DebateToolName[] {
  return debateToolNames.filter((name) => isPermitted(role, name));
}

/** The tools of this turn for the prompt. */
export function toolGuide(tools: readonly DebateToolName[]): string {
  const lines = tools.map((name) => `- ${name} (at most ${maxCallsPerRound[name]} in a round) ${guides[name]}`);
  return (
    'Your tools, with their arguments. A call that is denied or fails answers with an error; ' +
    `a tool that does not exist ends your attempt.\n${lines.join('\n')}`
  );
}
