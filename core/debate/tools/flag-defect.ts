import { z } from 'zod';
import { cureProtocols, type Defect, defectSeverities, defectSeverity, defectType, usualCure } from '../defect.ts';
import { withArguments } from './arguments.ts';
import { findClaim } from './claim-access.ts';
import { derivedUuid } from './derived-id.ts';
import { defectFlagged } from './events.ts';
import { denied } from './tool.ts';

const minEvidence = 1;
const minCharacters = 50;

const schema = z.object({
  claim_id: z.string(),
  defect_type: defectType,
  severity: z.enum(defectSeverities).nullish(),
  description: z.string().max(10_000).nullish(),
  evidence_refs: z.array(z.string()).max(1_000).nullish(),
  cure_protocol: z.enum(cureProtocols).nullish(),
});

/**
 * Flags a defect of a claim's evidence (seed 002 §4.4, §6.2). Denied without evidence, with evidence that the case does
 * not hold, and with a description of fewer than 50 characters. How grave a defect is follows from its type (D9),
 * whatever the caller says; the usual cure of the type stands in for one that is left out.
 */
export const flagDefect = withArguments(schema, (flagged, world) => {
  const found = findClaim(flagged.claim_id, world);
  if (!found.ok) return found;
  const refs = [...new Set(flagged.evidence_refs ?? [])].filter((ref) => ref.trim() !== '');
  if (refs.length < minEvidence) {
    return denied('EvidenceRequiredError', 'A defect needs at least one piece of evidence in evidence_refs');
  }
  const unknown = refs.find((ref) => world.registry.evidence(ref) === null);
  if (unknown !== undefined) {
    return denied(
      'EvidenceNotFoundError',
      `There is no evidence ${JSON.stringify(unknown.slice(0, 100))} in this case`,
    );
  }
  const description = flagged.description?.trim() ?? '';
  if ([...description].length < minCharacters) {
    return denied('DescriptionTooShortError', `A description has at least ${minCharacters} characters`);
  }
  const defect: Defect = {
    defect_id: derivedUuid(`defect/${world.callId}`),
    claim_id: found.claim.claim_id,
    defect_type: flagged.defect_type,
    severity: defectSeverity[flagged.defect_type],
    description,
    evidence_refs: refs,
    cure_protocol: flagged.cure_protocol ?? usualCure[flagged.defect_type],
    status: 'OPEN',
    closed_by: null,
    closed_reason: null,
  };
  const { debateId, agentId, round } = world;
  const event = defectFlagged.draft({ kind: 'agent', id: agentId }, `debate:${debateId}`, {
    debate_id: debateId,
    agent_id: agentId,
    round_number: round,
    defect,
  });
  return { ok: true, result: { defect }, events: [event] };
});
