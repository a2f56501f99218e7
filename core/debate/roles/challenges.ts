import type { Challenge } from '../agent-output.ts';
import { defectSeverity } from '../defect.ts';
import type { TurnRequest } from '../role-player.ts';
import type { Finding } from './checks/finding.ts';

/** One output raises at most this many; what is left is raised in the next round. */
export const mostChallenges = 40;

/** The findings as challenges. The id says round, role and place, so that a repeated turn gives the same. */
export function challengesOf(findings: readonly Finding[], { role, round }: TurnRequest): readonly Challenge[] {
  return findings.slice(0, mostChallenges).map((finding, index) => ({
    challenge_id: `${role}-${round}-${index + 1}`,
    claim_refs: [finding.claimId],
    defect_type: finding.type,
    evidence_refs: [...finding.evidenceIds],
    description: finding.description,
    cure_protocol: finding.cure,
  }));
}

/** `2 FATAL, 1 MINOR`. */
export function countBySeverity(findings: readonly Finding[]): string {
  const groups = Map.groupBy(findings, (finding) => defectSeverity[finding.type]);
  return (['FATAL', 'MAJOR', 'MINOR'] as const)
    .filter((severity) => groups.has(severity))
    .map((severity) => `${groups.get(severity)?.length} ${severity}`)
    .join(', ');
}

/** The challenges as a list for people. */
export function challengeList(challenges: readonly Challenge[]): string {
  return challenges.map(({ defect_type: type, description }) => `- **${type}**: ${description}`).join('\n');
}
