/** How debates are said in words: roles, turns, stop reasons, rules, defects and cures. Pure. */
import type {
  ClaimGrade,
  ClaimVerdict,
  DebateDetail,
  DebateRole,
  DebateRow,
  DebateRuling,
  DebateStatus,
  DebateStopReason,
  DebateToolCall,
  DebateTurnName,
  Sign,
} from '../../core/api/index.ts';
import { count, counted } from './words.ts';

interface Word {
  readonly word: string;
  readonly sign: Sign;
}

export const roleNames: Readonly<Record<DebateRole, string>> = {
  advocate: 'Advocate',
  sanad_breaker: 'Sanad breaker',
  contradiction_finder: 'Contradiction finder',
  risk_officer: 'Risk officer',
  arbiter: 'Arbiter',
};

/** The order in which lanes, lines and lists show the roles (seed 002 §2.2). */
export const roleOrder = Object.keys(roleNames) as readonly DebateRole[];

export const turnNames: Readonly<Record<DebateTurnName, string>> = {
  opening: 'opens',
  challenge: 'challenges',
  contradiction: 'compares the documents',
  risk: 'weighs the risks',
  rebuttal: 'rebuts',
  retrieval: 'searches for evidence',
  closing: 'closes the round',
};

export const thinkerNames: Readonly<Record<DebateRow['agents'], string>> = {
  rules: 'rule-based roles',
  llm: 'language model roles',
  replay: 'a replayed debate',
};

export const statusNames: Readonly<Record<DebateStatus, string>> = {
  running: 'running',
  parked: 'waits for a person',
  stopped: 'stopped',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const stopNames: Readonly<Record<DebateStopReason, string>> = {
  CONSENSUS: 'consensus',
  STABLE_DISSENT: 'stable dissent',
  EVIDENCE_EXHAUSTED: 'evidence exhausted',
  MAX_ROUNDS: 'last round',
  CRITICAL_DEFECT: 'critical defect',
};

/** One or two words for how a debate stands: they stand beside its sign. */
export function debateWord({ status, stopReason }: Pick<DebateRow, 'status' | 'stopReason'>): string {
  return stopReason === null ? statusNames[status] : stopNames[stopReason];
}

/** How a debate stands, in one sentence (D2). */
export function debateSentence({
  status,
  stopReason,
  round,
  maxRounds,
}: Pick<DebateRow, 'status' | 'stopReason' | 'round' | 'maxRounds'>): string {
  switch (stopReason) {
    case 'CONSENSUS':
      return `The roles agreed in round ${round}: their confidence or their positions came together.`;
    case 'STABLE_DISSENT':
      return `Two rounds ended with the same opposing positions; round ${round} was the second.`;
    case 'EVIDENCE_EXHAUSTED':
      return `Evidence was asked for in round ${round} and none was found; open questions remain.`;
    case 'MAX_ROUNDS':
      return `Round ${round} was the last of ${maxRounds} that were allowed.`;
    case 'CRITICAL_DEFECT':
      return `A defect that no argument can mend ended the debate in round ${round}.`;
    case null:
      return unfinished(status, round, maxRounds);
  }
}

function unfinished(status: DebateStatus, round: number, maxRounds: number): string {
  switch (status) {
    case 'running':
      return `Round ${round} of at most ${maxRounds} is being held.`;
    case 'parked':
      return `It waits in round ${round} of at most ${maxRounds} until a person has decided.`;
    case 'cancelled':
      return `It was cancelled in round ${round}.`;
    case 'failed':
    case 'stopped':
      return `It ended in round ${round} without a stop reason.`;
  }
}

export const verdictWords: Readonly<Record<ClaimVerdict, Word>> = {
  VERIFIED: { word: 'verified', sign: 'verified' },
  INFLATED: { word: 'inflated', sign: 'failed' },
  CONTRADICTED: { word: 'contradicted', sign: 'failed' },
  UNVERIFIED: { word: 'unverified', sign: 'inconclusive' },
  SUBJECTIVE: { word: 'subjective', sign: 'skipped' },
};

/** What the grade of a source or a claim means (D10). */
export const gradeMeaning: Readonly<Record<ClaimGrade, string>> = {
  A: 'audited or primary source',
  B: 'reliable source',
  C: 'weak source',
  D: 'not to be relied on',
};

export const corroborationNames = {
  AHAD: 'Āḥād: a single chain',
  AZIZ: 'ʿAzīz: two independent chains',
  MUTAWATIR: 'Mutawātir: three or more independent chains',
} as const;

/** A ruling is about the challenge: upheld means that the claim has the defect. */
export const rulingWords: Readonly<Record<DebateRuling['ruling'], Word>> = {
  UPHELD: { word: 'upheld', sign: 'verified' },
  DISMISSED: { word: 'dismissed', sign: 'failed' },
  FRIVOLOUS: { word: 'frivolous', sign: 'skipped' },
  ESCALATED: { word: 'escalated to a person', sign: 'pending' },
};

export const toolCallWords: Readonly<Record<DebateToolCall['status'], Word>> = {
  SUCCESS: { word: 'succeeded', sign: 'verified' },
  DENIED: { word: 'denied', sign: 'failed' },
  ERROR: { word: 'failed', sign: 'inconclusive' },
};

export const severityWords = {
  FATAL: { word: 'fatal', sign: 'failed' },
  MAJOR: { word: 'major', sign: 'inconclusive' },
  MINOR: { word: 'minor', sign: 'skipped' },
} as const satisfies Readonly<Record<string, Word>>;

export const defectStatusWords = {
  OPEN: { word: 'open', sign: 'failed' },
  CURED: { word: 'cured', sign: 'verified' },
  WAIVED: { word: 'waived', sign: 'skipped' },
} as const satisfies Readonly<Record<string, Word>>;

const ruleMeanings: Readonly<Record<string, string>> = {
  NO_FREE_FACTS: 'It asserts facts and names no claim that supports them.',
  FALSIFIABILITY_MISSING: 'Its confidence is above 0.50 and it names no test that could prove it wrong.',
  UNCERTAINTIES_MISSING: 'It rests on a weak or single source and admits no uncertainty.',
  OVERCONFIDENCE: 'Its confidence is above 0.80 with neither an uncertainty nor another explanation.',
  INVALID_RECORD: 'Its accounting is missing or cannot be read, or it names claims that do not exist.',
};

/** What a rule of the Muḥāsabah gate asks for (D3); null for a rule that this version does not know. */
export function ruleMeaning(rule: string): string | null {
  return ruleMeanings[rule] ?? null;
}

const defectMeanings: Readonly<Record<string, string>> = {
  BROKEN_CHAIN: 'A link of the chain points to nothing.',
  CONCEALMENT: 'The chain hides where the claim comes from.',
  CIRCULARITY: 'The chain comes back to the claim itself.',
  INCONSISTENCY: 'Documents say different things.',
  ANOMALY_VS_STRONGER_SOURCES: 'A stronger source says otherwise.',
  UNKNOWN_SOURCE: 'Nobody knows who passed it on.',
  MISSING_LINK: 'Nothing connects it to its evidence.',
  CHRONO_IMPOSSIBLE: 'It was passed on before it could be known.',
  CHAIN_GRAFTING: 'The chain of another claim was put under it.',
  IMPLAUSIBILITY: 'The value is not plausible.',
  STALENESS: 'The source is too old.',
  UNIT_MISMATCH: 'The unit or scale is not that of the source.',
  TIME_WINDOW_MISMATCH: 'The period is not that of the source.',
  SCOPE_DRIFT: 'It says more than the source covers.',
};

/** One sentence on a type of defect (D9), or null for a type that the table does not hold. */
export function defectMeaning(type: string): string | null {
  return defectMeanings[type] ?? null;
}

const cureNames: Readonly<Record<string, string>> = {
  REQUEST_SOURCE: 'ask for the source',
  REQUIRE_REAUDIT: 'audit it again',
  HUMAN_ARBITRATION: 'let a person decide',
  RECONSTRUCT_CHAIN: 'rebuild the chain',
  DISCARD_CLAIM: 'drop the claim',
};

/** What a cure asks to be done (D9); one that the table does not hold is spelled out. */
export function cureName(cure: string): string {
  return cureNames[cure] ?? spelled(cure);
}

/** A code in words: `UNIT_MISMATCH` as `unit mismatch`. */
export function spelled(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ');
}

/** A confidence as it is written everywhere: `0.72`. */
export function confidenceText(confidence: number): string {
  return confidence.toFixed(2);
}

/** What models used up: `6 calls, 12,400 tokens in and 2,100 out, 0.0431 USD`. */
export function usageText({
  calls,
  inputTokens,
  outputTokens,
  estimated,
  cost,
  currency,
}: DebateDetail['usage']): string {
  const guessed = estimated ? ', in part estimated' : '';
  const tokens = `${count(inputTokens)} tokens in and ${count(outputTokens)} out${guessed}`;
  const paid = cost === null ? 'cost unknown' : `${cost.toFixed(4)} ${currency ?? ''}`.trim();
  return [counted(calls, 'call'), tokens, paid].join(', ');
}
