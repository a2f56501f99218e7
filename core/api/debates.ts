import { z } from 'zod';
import { bodyReference, cursor, digest, identifier, isoTimestamp, pageLimit, pageOf, sign } from './common.ts';
import { gateState } from './gates.ts';

/** `parked` waits for a person. `stopped` has a stop reason; `failed` and `cancelled` ended without one. */
export const debateStatus = z.enum(['running', 'parked', 'stopped', 'failed', 'cancelled']);
export type DebateStatus = z.infer<typeof debateStatus>;

export const debateStopReason = z.enum([
  'CRITICAL_DEFECT',
  'MAX_ROUNDS',
  'CONSENSUS',
  'STABLE_DISSENT',
  'EVIDENCE_EXHAUSTED',
]);
export type DebateStopReason = z.infer<typeof debateStopReason>;

export const debateRole = z.enum(['advocate', 'sanad_breaker', 'contradiction_finder', 'risk_officer', 'arbiter']);
export type DebateRole = z.infer<typeof debateRole>;

export const debateTurn = z.enum(['opening', 'challenge', 'contradiction', 'risk', 'rebuttal', 'retrieval', 'closing']);
export type DebateTurnName = z.infer<typeof debateTurn>;

/** Who thinks: rules, a language model, or the record of an earlier debate. */
export const debateThinker = z.enum(['rules', 'llm', 'replay']);

export const claimGrade = z.enum(['A', 'B', 'C', 'D']);
export type ClaimGrade = z.infer<typeof claimGrade>;
export const claimVerdict = z.enum(['VERIFIED', 'INFLATED', 'CONTRADICTED', 'UNVERIFIED', 'SUBJECTIVE']);
export type ClaimVerdict = z.infer<typeof claimVerdict>;
/** One, two, or three and more independent chains (D10). */
export const corroboration = z.enum(['AHAD', 'AZIZ', 'MUTAWATIR']);
const severity = z.enum(['FATAL', 'MAJOR', 'MINOR']);

export const debateRow = z.object({
  debateId: z.string(),
  /** That of the case. */
  title: z.string(),
  /** The run of the debate's machine. */
  runId: z.string(),
  agents: debateThinker,
  status: debateStatus,
  sign,
  round: z.number().int(),
  maxRounds: z.number().int(),
  stopReason: debateStopReason.nullable(),
  waitingGateId: z.string().nullable(),
  messages: z.number().int(),
  /** Outputs that the Muḥāsabah gate rejected. */
  rejected: z.number().int(),
  /** Positions that did not win and are kept. */
  dissent: z.number().int(),
  startedAt: isoTimestamp,
  changedAt: isoTimestamp,
});
export type DebateRow = z.infer<typeof debateRow>;

const ruling = z.object({
  /** The event of the message that rules. */
  seq: z.number().int(),
  round: z.number().int(),
  challengeId: z.string(),
  /** What the challenge says; null when no accepted message before the ruling has one of this id. */
  challenge: z
    .object({
      /** Who raised it. */
      role: debateRole,
      round: z.number().int(),
      defectType: z.string(),
      /** At most the first 500 characters. */
      description: z.string(),
    })
    .nullable(),
  ruling: z.enum(['UPHELD', 'DISMISSED', 'FRIVOLOUS', 'ESCALATED']),
  reason: z.string(),
  claimIds: z.array(z.string()),
});
export type DebateRuling = z.infer<typeof ruling>;

/** Where a role stood at the end of a round: its last accepted output of that round. */
const standing = z.object({
  role: debateRole,
  agentId: z.string(),
  position: z.string().nullable(),
  /** 0 to 1. */
  confidence: z.number(),
});

export const debateDetail = z.object({
  row: debateRow,
  dealId: z.string(),
  thesis: z.string().nullable(),
  /** The day on which the case is judged. */
  asOf: z.string(),
  caseDigest: digest,
  /** The debate that a replay plays again; null for any other. */
  replayOf: z.string().nullable(),
  /** Of the whole case. */
  claims: z.number().int(),
  documents: z.number().int(),
  startedSeq: z.number().int(),
  stoppedSeq: z.number().int().nullable(),
  /** What the stop reason rests on, in one sentence; null while there is none. */
  stopDetail: z.string().nullable(),
  rounds: z.array(z.object({ round: z.number().int(), standings: z.array(standing) })),
  rulings: z.array(ruling),
  dissent: z.array(
    z.object({
      role: debateRole,
      agentId: z.string(),
      round: z.number().int(),
      position: z.string(),
      confidence: z.number(),
      reason: z.string(),
      claimIds: z.array(z.string()),
    }),
  ),
  openQuestions: z.array(z.string()),
  /** Brier score of each role: 0 is perfect, 1 is always wrong. */
  utility: z.array(z.object({ role: debateRole, score: z.number() })),
  gates: z.array(
    z.object({
      gateId: z.string(),
      state: gateState,
      title: z.string(),
      requestedAt: isoTimestamp,
      decidedBy: z.string().nullable(),
      reason: z.string().nullable(),
      claimIds: z.array(z.string()),
      round: z.number().int(),
    }),
  ),
  /** What models used up, in attempts that were accepted or rejected. No calls when none took part. */
  usage: z.object({
    calls: z.number().int(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    /** Some of the tokens were counted here, because the server did not say. */
    estimated: z.boolean(),
    /** Null as soon as one cost is unknown, or currencies differ. */
    cost: z.number().nullable(),
    currency: z.string().nullable(),
  }),
  toolCalls: z.object({ made: z.number().int(), denied: z.number().int(), failed: z.number().int() }),
});
export type DebateDetail = z.infer<typeof debateDetail>;

/** A claim as small as it stands on a message. */
export const claimChip = z.object({
  claimId: z.string(),
  /** At most the first 300 characters. */
  text: z.string(),
  grade: claimGrade,
  verdict: claimVerdict,
  corroboration,
  material: z.boolean(),
  /** Open defects by gravity. */
  openDefects: z.object({ fatal: z.number().int(), major: z.number().int(), minor: z.number().int() }),
});
export type ClaimChip = z.infer<typeof claimChip>;

export const debateToolCall = z.object({
  /** The event `agent.tool_call`. */
  seq: z.number().int(),
  callId: z.string(),
  tool: z.string(),
  /** Indented JSON, whole. */
  arguments: z.string(),
  status: z.enum(['SUCCESS', 'DENIED', 'ERROR']),
  /** Why it was denied or failed: `PermissionDenied: advocate may not call flag_defect`. */
  reason: z.string().nullable(),
  resultHash: z.string().nullable(),
});
export type DebateToolCall = z.infer<typeof debateToolCall>;

/** The accounting of a statement (seed 002 §3.3). */
export const debateAccount = z.object({
  confidence: z.number(),
  confidenceWhy: z.string().nullable(),
  evidenceSummary: z.string().nullable(),
  counterHypothesis: z.string().nullable(),
  falsifiers: z.array(z.object({ test: z.string(), evidence: z.string(), rule: z.string() })),
  uncertainties: z.array(z.object({ uncertainty: z.string(), impact: z.string(), mitigation: z.string() })),
  failureModes: z.array(z.string()),
  supportedClaimIds: z.array(z.string()),
  supportedCalcIds: z.array(z.string()),
});
export type DebateAccount = z.infer<typeof debateAccount>;

export const debateMessage = z.object({
  /** The event `debate.message` or `muhasabah.rejected`. */
  seq: z.number().int(),
  at: isoTimestamp,
  round: z.number().int(),
  turn: debateTurn,
  role: debateRole,
  agentId: z.string(),
  /** 2 when an earlier output of this turn was rejected. */
  attempt: z.number().int(),
  accepted: z.boolean(),
  /** Why it was rejected, in the order of D3; empty when it was not. */
  violations: z.array(z.object({ rule: z.string(), detail: z.string() })),
  /** Markdown, at most the first 20,000 characters; `body` has the rest. */
  content: z.string(),
  contentCut: z.boolean(),
  /** The whole output as it came. */
  body: bodyReference.nullable(),
  position: z.string().nullable(),
  claimIds: z.array(z.string()),
  calcIds: z.array(z.string()),
  /** Null when a rejected output had none that could be read. */
  account: debateAccount.nullable(),
  toolCalls: z.array(debateToolCall),
  challenges: z.array(
    z.object({
      challengeId: z.string(),
      claimIds: z.array(z.string()),
      defectType: z.string(),
      severity,
      evidenceIds: z.array(z.string()),
      description: z.string(),
      cure: z.string(),
    }),
  ),
  rulings: z.array(ruling),
  openQuestions: z.array(z.string()),
  /** It says that the case has a defect that ends the debate (D2). */
  criticalDefect: z.boolean(),
});
export type DebateMessage = z.infer<typeof debateMessage>;

const evidenceView = z.object({
  evidenceId: z.string(),
  text: z.string(),
  documentId: z.string(),
  documentTitle: z.string(),
  documentKind: z.string(),
  published: z.string().nullable(),
  /** Where in the document: `page 3, table 1, row 2, column 4`. */
  place: z.string(),
  grade: claimGrade,
  /** The value that was read there, in words. */
  value: z.string().nullable(),
});
export type EvidenceView = z.infer<typeof evidenceView>;

const sanadNode = z.object({
  id: z.string(),
  kind: z.enum(['claim', 'document', 'ORIGIN', 'EXTRACTION', 'CITATION', 'CALCULATION', 'RESTATEMENT']),
  /** Who passed it on, or what it is; `unknown` when nobody knows. */
  label: z.string(),
  detail: z.string().nullable(),
  grade: claimGrade.nullable(),
  at: z.string().nullable(),
  evidenceId: z.string().nullable(),
  calcId: z.string().nullable(),
  /** The defect that sits here, in words. */
  defect: z.string().nullable(),
});

export const claimDetail = z.object({
  chip: claimChip,
  /** Whole. */
  text: z.string(),
  claimClass: z.string(),
  /** `12.4 million USD net revenue, 2019, group`. */
  value: z.string().nullable(),
  statedBy: z.string().nullable(),
  statedOn: z.string().nullable(),
  /** Why the claim has this grade and verdict, one sentence each (D10). */
  why: z.array(z.string()),
  evidence: z.array(evidenceView),
  /** The calculation whose output the claim states. */
  calculation: z
    .object({
      calcId: z.string(),
      type: z.string(),
      formula: z.string(),
      formulaHash: z.string(),
      codeVersion: z.string(),
      inputs: z.array(
        z.object({ name: z.string(), claimId: z.string(), text: z.string(), value: z.string(), grade: claimGrade }),
      ),
      stated: z.string(),
      /** What comes out when it is computed again; null when it cannot be. */
      computed: z.string().nullable(),
      agrees: z.boolean(),
    })
    .nullable(),
  defects: z.array(
    z.object({
      defectId: z.string(),
      type: z.string(),
      severity,
      description: z.string(),
      evidenceIds: z.array(z.string()),
      cure: z.string(),
      status: z.enum(['OPEN', 'CURED', 'WAIVED']),
      closedBy: z.string().nullable(),
      closedReason: z.string().nullable(),
      /** The event `defect.flagged`; null for one that only the check of the case found. */
      seq: z.number().int().nullable(),
    }),
  ),
  sanad: z.object({
    independentChains: z.number().int(),
    /** From the origin to the claim. */
    chains: z.array(
      z.object({
        chainId: z.string(),
        /** Nobody wrote it down: it follows from what the claim names. */
        implied: z.boolean(),
        nodeIds: z.array(z.string()),
        /** No other chain of the claim shares an origin with it. */
        independent: z.boolean(),
        /** What is wrong with its links, in words; empty when it is whole. */
        faults: z.array(z.string()),
      }),
    ),
    /** Links shared by chains stand here once. At most 200. */
    nodes: z.array(sanadNode),
    edges: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
});
export type ClaimDetail = z.infer<typeof claimDetail>;

export const debateQueries = {
  'debates.list': {
    input: z.strictObject({
      status: debateStatus.optional(),
      /** In the title, the ids or the stop reason. */
      text: z.string().max(200).optional(),
      cursor: cursor.default(null),
      limit: pageLimit.default(200),
    }),
    /** Newest first. */
    output: pageOf(debateRow),
  },
  'debates.get': { input: z.strictObject({ debateId: identifier }), output: debateDetail },
  /** Accepted and rejected outputs, oldest first, with the claims that they name. At most 50 a page. */
  'debates.messages': {
    input: z.strictObject({
      debateId: identifier,
      cursor: cursor.default(null),
      limit: z.number().int().min(1).max(50).default(50),
    }),
    output: z.object({
      rows: z.array(debateMessage),
      claims: z.array(claimChip),
      next: cursor,
      total: z.number().int().nonnegative(),
    }),
  },
  /** A claim with what it rests on. Errors: `debate-unknown`, `claim-unknown`. */
  'debates.claim': { input: z.strictObject({ debateId: identifier, claimId: identifier }), output: claimDetail },
} as const;
