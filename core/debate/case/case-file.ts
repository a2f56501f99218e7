import { z } from 'zod';
import { valueStructure } from './value.ts';

/** Grades of sources and claims, the best first (D10). */
export const grades = ['A', 'B', 'C', 'D'] as const;
export const grade = z.enum(grades);
export type Grade = z.infer<typeof grade>;

export const claimVerdicts = ['VERIFIED', 'INFLATED', 'CONTRADICTED', 'UNVERIFIED', 'SUBJECTIVE'] as const;
export type ClaimVerdict = (typeof claimVerdicts)[number];
export const claimClasses = ['FINANCIAL', 'OPERATIONAL', 'MARKET', 'LEGAL', 'TEAM', 'PRODUCT', 'OTHER'] as const;
/** How many independent chains attest a claim: one, two, three or more (D10). */
export const corroborationStatuses = ['AHAD', 'AZIZ', 'MUTAWATIR'] as const;
export type CorroborationStatus = (typeof corroborationStatuses)[number];

const text = z.string().min(1).max(20_000);
const name = z.string().min(1).max(400);

/** A document of the deal. */
export const caseDocument = z.strictObject({
  document_id: z.guid(),
  title: name,
  /** `audited_financials`, `filing`, `management_deck`, `press`, `third_party_report`, … */
  kind: name,
  /** The document itself, when it lies beside the case: UTF-8 text at a path relative to the case file. */
  file: name.optional(),
  /** How far the source is trusted. */
  source_grade: grade,
  published: z.iso.date().nullable().default(null),
  /** Who first said it: documents with the same origin are not independent (D10). */
  origin: name.nullable().default(null),
  /** Documents that this one takes its content from. */
  derived_from: z.array(z.guid()).default([]),
});
export type CaseDocument = Readonly<z.infer<typeof caseDocument>>;

/** A place in a document. */
export const sourceSpan = z.strictObject({
  document_id: z.guid(),
  page: z.number().int().min(1).optional(),
  table: z.number().int().min(0).optional(),
  row: z.number().int().min(0).optional(),
  column: z.number().int().min(0).optional(),
  paragraph: z.number().int().min(0).optional(),
  sentence: z.number().int().min(0).optional(),
});

/** What stands at a place: the words, and the value that was read from them. */
export const evidenceItem = z.strictObject({
  evidence_id: z.guid(),
  source_span: sourceSpan,
  text,
  value: valueStructure.nullable().default(null),
  /** That of the document unless given. */
  source_grade: grade.optional(),
});
export type EvidenceItem = Readonly<z.infer<typeof evidenceItem>>;

/** One hand that passed a claim on. The chain runs from the origin to the claim. */
export const transmissionLink = z.strictObject({
  link_id: name,
  kind: z.enum(['ORIGIN', 'EXTRACTION', 'CITATION', 'CALCULATION', 'RESTATEMENT']),
  /** Who passed it on: a person, a system, a document. Null is a source nobody knows. */
  transmitter: name.nullable(),
  /** The link before this one; null for the origin. */
  received_from: name.nullable(),
  evidence_id: z.guid().nullable().default(null),
  calc_id: z.guid().nullable().default(null),
  at: z.iso.date().nullable().default(null),
});
export type TransmissionLink = Readonly<z.infer<typeof transmissionLink>>;

/** A chain of transmission (sanad). */
export const sanadChain = z.strictObject({ chain_id: name, links: z.array(transmissionLink).min(1).max(100) });
export type SanadChain = Readonly<z.infer<typeof sanadChain>>;

export const claim = z.strictObject({
  claim_id: z.guid(),
  claim_text: text,
  claim_class: z.enum(claimClasses),
  /** Null for a claim that states no value. */
  value: valueStructure.nullable().default(null),
  /** The thesis stands or falls with it. */
  material: z.boolean().default(false),
  /** Who states it: `management`, `advisor`. */
  stated_by: name.nullable().default(null),
  stated_on: z.iso.date().nullable().default(null),
  evidence_refs: z.array(z.guid()).default([]),
  /** The calculation whose output it states. */
  calc_id: z.guid().nullable().default(null),
  sanad: z.array(sanadChain).default([]),
});
export type Claim = Readonly<z.infer<typeof claim>>;

/** A result that anyone can compute again. */
export const calculation = z.strictObject({
  calc_id: z.guid(),
  /** `DIFFERENCE`, `PERCENT_CHANGE`, `AVERAGE`, `SUM`, `RATIO`, … */
  calc_type: name,
  /** Arithmetic over the names of the inputs: `(later - earlier) / earlier * 100`. */
  formula: z.string().min(1).max(2_000),
  inputs: z
    .array(z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9_]*$/u), claim_id: z.guid() }))
    .min(1)
    .max(100),
  /** What the case says comes out. */
  output: valueStructure,
  code_version: z.string().min(1).max(64).default('1.0.0'),
});
export type Calculation = Readonly<z.infer<typeof calculation>>;

/** A case as an analyst writes it. Ids that name nothing and cycles are found by `checkCase`, not by the shape. */
export const caseFile = z.strictObject({
  mizan_case: z.literal(1),
  deal_id: z.guid(),
  tenant: name.default('local'),
  title: name,
  /** What the advocate is to argue for. */
  thesis: text.optional(),
  /** The day on which the case is judged; staleness counts from here. */
  as_of: z.iso.date(),
  documents: z.array(caseDocument).max(10_000),
  evidence: z.array(evidenceItem).max(100_000),
  claims: z.array(claim).min(1).max(100_000),
  calculations: z.array(calculation).max(100_000).default([]),
});
export type CaseFile = Readonly<z.infer<typeof caseFile>>;
