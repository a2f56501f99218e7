import type { UnreadableOutcome } from './project/tree.ts';

export const dimensions = ['scope', 'hallucination', 'style', 'semantics', 'complexity'] as const;
export type Dimension = (typeof dimensions)[number];

export type Severity = 'error' | 'warning' | 'info';

/** One finding (seed 004), with the rule and symbol by which it is matched against the base (V2). */
export interface Violation {
  /** What kind of violation: `scope-violation`, `hallucination`, `function-too-long`, … */
  readonly type: string;
  readonly severity: Severity;
  readonly dimension: Dimension;
  /** Relative to the top of the project, with `/`. */
  readonly file: string;
  /** 1-based; null when the finding is about the whole file. */
  readonly line: number | null;
  readonly message: string;
  readonly suggestion: string | null;
  /** Stable, for programs and for the page that explains the rule: `complexity/cyclomatic`. */
  readonly rule: string;
  /** What it is about: a function, a name, a path. */
  readonly symbol: string;
}

/** A reason why a dimension knows nothing, about one file or about all (null). */
export interface Inconclusive {
  readonly file: string | null;
  /** A whole sentence without its full stop: it also stands alone, in JSON. */
  readonly reason: string;
  readonly line?: number;
  readonly suggestion?: string;
}

export type DimensionStatus = 'passed' | 'warnings' | 'failed' | 'inconclusive' | 'skipped';

export interface DimensionResult {
  readonly dimension: Dimension;
  readonly status: DimensionStatus;
  readonly violations: readonly Violation[];
  readonly inconclusive: readonly Inconclusive[];
  /** What its verifiers spent on it, in milliseconds; several work at the same time. */
  readonly durationMs: number;
}

/** What a dimension found on one side, before base and head are compared. */
export interface DimensionFindings {
  readonly violations: readonly Violation[];
  readonly inconclusive: readonly Inconclusive[];
}

export const nothingFound: DimensionFindings = { violations: [], inconclusive: [] };

/** What was special about a file: never a silent pass. */
export interface FileNote {
  readonly file: string;
  readonly outcome: Exclude<UnreadableOutcome, 'folder'> | 'submodule' | 'deleted' | 'generated' | 'missing';
  readonly detail: string;
}

export type VerificationStatus = 'passed' | 'warnings' | 'failed' | 'inconclusive';

export interface AgentVerificationResult {
  readonly policyName: string;
  readonly taskDescription: string;
  readonly status: VerificationStatus;
  /** The errors. */
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly durationMs: number;
  readonly dimensionResults: readonly DimensionResult[];
  readonly files: readonly string[];
  readonly notes: readonly FileNote[];
}

/** No errors, and nothing that had to be left open (V3). */
export function verificationPassed(result: AgentVerificationResult): boolean {
  return result.status === 'passed' || result.status === 'warnings';
}

/** The status of one dimension: an error fails it even when something else could not be looked at. */
export function dimensionResult(
  dimension: Dimension,
  durationMs: number,
  findings: DimensionFindings,
): DimensionResult {
  const { violations, inconclusive } = findings;
  const has = (severity: Severity) => violations.some((violation) => violation.severity === severity);
  const status = has('error')
    ? 'failed'
    : inconclusive.length > 0
      ? 'inconclusive'
      : has('warning')
        ? 'warnings'
        : 'passed';
  return { dimension, status, violations, inconclusive, durationMs };
}

/** The worst of the dimensions: failed, then inconclusive, then warnings. */
export function overallStatus(results: readonly DimensionResult[]): VerificationStatus {
  const has = (status: DimensionStatus) => results.some((result) => result.status === status);
  if (has('failed')) return 'failed';
  if (has('inconclusive')) return 'inconclusive';
  return has('warnings') ? 'warnings' : 'passed';
}
