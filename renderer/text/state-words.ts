/** The word and the sign of every state, so that a state is never shown by its hue alone. */
import type {
  GateResult,
  GateState,
  GateVerb,
  Sign,
  SupervisionLevel,
  WorkFinding,
  WorkOutcome,
} from '../../core/api/index.ts';

export const workWords: Readonly<Record<WorkOutcome, { readonly word: string; readonly sign: Sign }>> = {
  issued: { word: 'in progress', sign: 'pending' },
  verified: { word: 'verified', sign: 'verified' },
  hallucinated: { word: 'hallucinated', sign: 'failed' },
  inconclusive: { word: 'inconclusive', sign: 'inconclusive' },
  blocked: { word: 'blocked', sign: 'blocked' },
  failed: { word: 'failed', sign: 'failed' },
};

/** The sign of a gate's state where the host sends only the state. */
export const gateStateSigns: Readonly<Record<GateState, Sign>> = {
  pending: 'pending',
  approved: 'verified',
  rejected: 'failed',
  edited: 'verified',
  responded: 'skipped',
  expired: 'inconclusive',
  withdrawn: 'skipped',
  terminated: 'failed',
};

export const checkSigns: Readonly<Record<GateResult['outcome'], Sign>> = {
  passed: 'verified',
  failed: 'failed',
  skipped: 'skipped',
  inconclusive: 'inconclusive',
};

export const checkNames: Readonly<Record<GateResult['gate'], string>> = {
  files: 'Files',
  tests: 'Tests',
  lint: 'Lint',
  ast: 'AST',
  scope: 'Scope',
  hallucination: 'Hallucination',
  style: 'Style',
  semantics: 'Semantics',
  complexity: 'Complexity',
};

/** The four gates, then the five dimensions, in the order in which they run. */
export const gateChecks = ['files', 'tests', 'lint', 'ast'] as const;
export const dimensionChecks = ['scope', 'hallucination', 'style', 'semantics', 'complexity'] as const;
export const checkOrder = [...gateChecks, ...dimensionChecks] as const;

export const verbNames: Readonly<Record<GateVerb, string>> = {
  approve: 'Approve',
  edit: 'Edit',
  reject: 'Reject',
  respond: 'Respond',
  escalate: 'Escalate',
  snooze: 'Snooze',
  terminate: 'Terminate',
};

/** The five bands, best first, with the reputation above which each begins (seed 001). */
export const levelBands: readonly {
  readonly level: SupervisionLevel;
  readonly above: number;
  readonly upTo: number;
}[] = [
  { level: 'autonomous', above: 0.8, upTo: 1 },
  { level: 'standard', above: 0.6, upTo: 0.8 },
  { level: 'supervised', above: 0.4, upTo: 0.6 },
  { level: 'strict', above: 0.2, upTo: 0.4 },
  { level: 'suspended', above: 0, upTo: 0.2 },
];

/** What a level means for the agent's next piece of work (C9). */
export const levelMeaning: Readonly<Record<SupervisionLevel, string>> = {
  autonomous: 'Verified work lands without a person.',
  standard: 'A person decides on inconclusive or flagged work.',
  supervised: 'A person decides before anything lands.',
  strict: 'A person decides before anything lands.',
  suspended: 'Gets no contract until a person grants probation.',
};

/** An error fails the work; a warning makes a person look. */
export const severitySigns: Readonly<Record<WorkFinding['severity'], Sign>> = {
  error: 'failed',
  warning: 'inconclusive',
  info: 'skipped',
};
