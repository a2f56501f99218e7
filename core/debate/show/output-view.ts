import { z } from 'zod';
import type { DebateAccount, DebateMessage, DebateRuling } from '../../api/index.ts';
import { arbiterDecision, challenge } from '../agent-output.ts';
import { defectSeverity } from '../defect.ts';
import { type MuhasabahRecord, muhasabahRecord } from '../muhasabah/record.ts';

/** What a message shows of an output. */
export type OutputView = Pick<
  DebateMessage,
  | 'content'
  | 'contentCut'
  | 'position'
  | 'claimIds'
  | 'calcIds'
  | 'account'
  | 'challenges'
  | 'openQuestions'
  | 'criticalDefect'
> & {
  /** Without the challenges that they are about: those stand in other outputs. */
  readonly rulings: readonly Omit<DebateRuling, 'challenge'>[];
};

const mostCharacters = 20_000;

/** Reads one part of something that may have any form. */
const part = <T>(schema: z.ZodType<T>, otherwise: T) => schema.catch(otherwise);
const strings = z.array(z.string());

/** An output as far as it can be read: one that was rejected may have any form, or none. */
const readable = z.object({
  content: part(z.string(), ''),
  claim_refs: part(strings, []),
  calc_refs: part(strings, []),
  muhasabah_record: part(muhasabahRecord.nullable(), null),
  structured_content: z
    .object({
      position: part(z.string().nullable(), null),
      challenges: part(z.array(challenge), []),
      rulings: part(z.array(arbiterDecision), []),
      open_questions: part(strings, []),
      critical_defect_detected: part(z.boolean(), false),
      has_grade_d_material_claim: part(z.boolean(), false),
    })
    .catch({
      position: null,
      challenges: [],
      rulings: [],
      open_questions: [],
      critical_defect_detected: false,
      has_grade_d_material_claim: false,
    }),
});

/** The output in a payload. Text that is no output at all is its content. `seq` is the event that has it. */
export function outputView(text: string, seq: number): OutputView {
  const read = readable.safeParse(parsed(text));
  if (!read.success) return { ...nothing, ...contentOf(text) };
  const { content, claim_refs: claimIds, calc_refs: calcIds, structured_content: said } = read.data;
  return {
    ...contentOf(content),
    position: said.position,
    claimIds,
    calcIds,
    account: read.data.muhasabah_record === null ? null : accountView(read.data.muhasabah_record),
    challenges: said.challenges.map((one) => ({
      challengeId: one.challenge_id,
      claimIds: one.claim_refs,
      defectType: one.defect_type,
      severity: defectSeverity[one.defect_type],
      evidenceIds: one.evidence_refs,
      description: one.description,
      cure: one.cure_protocol,
    })),
    rulings: said.rulings.map((one) => ({
      seq,
      round: one.round_number,
      challengeId: one.challenge_id,
      ruling: one.ruling,
      reason: one.reason,
      claimIds: one.claim_refs,
    })),
    openQuestions: said.open_questions,
    criticalDefect: said.critical_defect_detected || said.has_grade_d_material_claim,
  };
}

const nothing: OutputView = {
  content: '',
  contentCut: false,
  position: null,
  claimIds: [],
  calcIds: [],
  account: null,
  challenges: [],
  rulings: [],
  openQuestions: [],
  criticalDefect: false,
};

function contentOf(content: string): Pick<OutputView, 'content' | 'contentCut'> {
  return { content: content.slice(0, mostCharacters), contentCut: content.length > mostCharacters };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function accountView(record: MuhasabahRecord): DebateAccount {
  return {
    confidence: record.confidence,
    confidenceWhy: record.confidence_justification ?? null,
    evidenceSummary: record.evidence_summary ?? null,
    counterHypothesis: record.counter_hypothesis ?? null,
    falsifiers: record.falsifiability_tests.map((one) => ({
      test: one.test_description ?? '',
      evidence: one.required_evidence ?? '',
      rule: one.pass_fail_rule ?? '',
    })),
    uncertainties: record.uncertainties.map(({ uncertainty = '', impact = '', mitigation = '' }) => ({
      uncertainty,
      impact,
      mitigation,
    })),
    failureModes: record.failure_modes,
    supportedClaimIds: record.supported_claim_ids,
    supportedCalcIds: record.supported_calc_ids,
  };
}
