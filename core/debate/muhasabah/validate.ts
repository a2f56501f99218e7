import { z } from 'zod';
import { type AgentOutput, agentOutput } from '../agent-output.ts';
import type { CorroborationStatus, Grade } from '../case/case-file.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import { findFactualAssertions } from './detector.ts';

/**
 * The rules in the order in which they are reported (D3). INVALID_RECORD stands alone: nothing else can be read then.
 */
export const muhasabahRules = [
  'INVALID_RECORD',
  'NO_FREE_FACTS',
  'FALSIFIABILITY_MISSING',
  'UNCERTAINTIES_MISSING',
  'OVERCONFIDENCE',
] as const;
export type MuhasabahRule = (typeof muhasabahRules)[number];

export const muhasabahViolation = z.object({
  rule: z.enum(muhasabahRules),
  /** What is wrong and how to put it right, in one or two sentences. */
  detail: z.string(),
});
export type MuhasabahViolation = Readonly<z.infer<typeof muhasabahViolation>>;

/** What the rules ask about the case. */
export interface MuhasabahContext {
  /** How a claim stands; null when the registry does not know the id. */
  standing(claimId: string): { readonly claim_grade: Grade; readonly corroboration_status: CorroborationStatus } | null;
  knowsCalculation(calcId: string): boolean;
}

export type MuhasabahValidation =
  | { readonly valid: true; readonly output: AgentOutput; readonly violations: readonly [] }
  | { readonly valid: false; readonly violations: readonly MuhasabahViolation[] };

/** Deeper than any output that fits. */
const maxDepth = 20;

/** The rules' view of a registry. */
export function muhasabahContext(registry: ClaimRegistry): MuhasabahContext {
  return {
    standing: registry.standing,
    knowsCalculation: (calcId) => registry.calculation(calcId) !== null,
  };
}

/**
 * Weighs what an agent gave as its output (D3). Total: whatever `raw` is, it returns; what cannot be read, or cites
 * what the registry does not know, is INVALID_RECORD.
 */
export function validateOutput(raw: unknown, context: MuhasabahContext): MuhasabahValidation {
  const read = readOutput(raw);
  if (typeof read === 'string') return invalid([{ rule: 'INVALID_RECORD', detail: read }]);
  const unknown = unknownIds(read, context);
  if (unknown.length > 0) {
    return invalid([
      { rule: 'INVALID_RECORD', detail: `The registry does not know ${unknown.slice(0, 5).join(', ')}` },
    ]);
  }
  const violations = weigh(read, context);
  return violations.length === 0 ? { valid: true, output: read, violations: [] } : invalid(violations);
}

function invalid(violations: readonly MuhasabahViolation[]): MuhasabahValidation {
  return { valid: false, violations };
}

/** The output, or why it cannot be read. */
function readOutput(raw: unknown): AgentOutput | string {
  try {
    const parsed = agentOutput.safeParse(withoutNulls(raw, 0));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    return `${issue?.path.join('.') || 'output'}: ${issue?.message ?? 'does not fit'}`;
  } catch {
    // A getter or proxy of the value's maker ran while it was read, and threw.
    return 'output: cannot be read';
  }
}

/**
 * Fields that are null count as left out: models write null for "nothing". A required field is then missing all the
 * same.
 */
function withoutNulls(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === null ? [] : [[key, withoutNulls(member, depth + 1)] as const],
    ),
  );
}

function unknownIds(output: AgentOutput, context: MuhasabahContext): readonly string[] {
  const { supported_claim_ids: claims, supported_calc_ids: calculations } = output.muhasabah_record;
  return [
    ...[...claims, ...output.claim_refs].filter((id) => context.standing(id) === null),
    ...[...calculations, ...output.calc_refs].filter((id) => !context.knowsCalculation(id)),
  ];
}

function weigh(output: AgentOutput, context: MuhasabahContext): readonly MuhasabahViolation[] {
  const record = output.muhasabah_record;
  const violations: MuhasabahViolation[] = [];
  const [assertion] = findFactualAssertions(output.content);
  if (assertion !== undefined && record.supported_claim_ids.length === 0) {
    violations.push({
      rule: 'NO_FREE_FACTS',
      detail: `This states a fact and no claim is cited for it: ${JSON.stringify(assertion.sentence.slice(0, 200))}`,
    });
  }
  if (record.confidence > 0.5 && !record.falsifiability_tests.some(saysSomething)) {
    violations.push({
      rule: 'FALSIFIABILITY_MISSING',
      detail: `Confidence ${record.confidence} is above 0.50 and no test is named that could show it wrong`,
    });
  }
  const weak = record.supported_claim_ids.find((id) => isWeak(context.standing(id)));
  const uncertain = record.uncertainties.some(saysSomething);
  if (weak !== undefined && !uncertain) {
    violations.push({
      rule: 'UNCERTAINTIES_MISSING',
      detail: `Claim ${weak} is graded below A or has a single chain, and no uncertainty is named`,
    });
  }
  if (record.confidence > 0.8 && !uncertain && isBlank(record.counter_hypothesis)) {
    violations.push({
      rule: 'OVERCONFIDENCE',
      detail: `Confidence ${record.confidence} is above 0.80 with neither an uncertainty nor another explanation`,
    });
  }
  return violations;
}

function isWeak(standing: ReturnType<MuhasabahContext['standing']>): boolean {
  return standing === null || standing.claim_grade !== 'A' || standing.corroboration_status === 'AHAD';
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

/** An entry whose fields are all empty is no entry. */
function saysSomething(entry: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(entry).some((text) => !isBlank(text));
}
