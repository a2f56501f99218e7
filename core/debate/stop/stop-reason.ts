import type { StopReason } from '../debate-state.ts';

/** What an output says that could end a debate. */
export interface StopOutput {
  readonly agentId: string;
  readonly round: number;
  /** Null when there is none that is a finite number. */
  readonly confidence: number | null;
  /** Fingerprint; null when the output takes no position. */
  readonly position: string | null;
  readonly critical: boolean;
  readonly foundNewEvidence: boolean;
}

/** The positions of one round by agent; null for an agent that took none. */
export type RoundPositions = ReadonlyMap<string, string | null>;

export interface StopInputs {
  readonly round: number;
  readonly maxRounds: number;
  /** The most that confidences may lie apart: 0.10. */
  readonly consensusThreshold: number;
  /** How many rounds in a row the same dissent is stable: 2. */
  readonly stableDissentRounds: number;
  readonly outputs: readonly StopOutput[];
  /** Oldest first, this round included. */
  readonly positions: readonly RoundPositions[];
  readonly retrievalRequested: boolean;
  readonly retrievalCompleted: boolean;
  readonly openQuestions: number;
}

export const stopDefaults = { maxRounds: 5, consensusThreshold: 0.1, stableDissentRounds: 2 } as const;

/** 0.7 − 0.6 is a little more than 0.1 in binary; that is not dissent. */
const tolerance = 1e-9;
const minAgents = 2;
const minSamePositions = 3;

/** Why a debate ends after this round, the first that applies (D2); null to go on. Pure. */
export function stopReason(inputs: StopInputs): StopReason | null {
  if (inputs.outputs.some((output) => output.critical)) return 'CRITICAL_DEFECT';
  if (inputs.round >= inputs.maxRounds) return 'MAX_ROUNDS';
  if (isConsensus(inputs)) return 'CONSENSUS';
  if (isStableDissent(inputs)) return 'STABLE_DISSENT';
  return isExhausted(inputs) ? 'EVIDENCE_EXHAUSTED' : null;
}

/** The last output of each agent in this round: who speaks twice counts once. */
function currentOutputs({ outputs, round }: StopInputs): readonly StopOutput[] {
  const latest = new Map<string, StopOutput>();
  for (const output of outputs) if (output.round === round) latest.set(output.agentId, output);
  return [...latest.values()];
}

function isConsensus(inputs: StopInputs): boolean {
  const current = currentOutputs(inputs);
  const confidences = current.flatMap(({ confidence }) => confidence ?? []);
  const spread = Math.max(...confidences) - Math.min(...confidences);
  if (confidences.length >= minAgents && spread <= inputs.consensusThreshold + tolerance) return true;
  const stands = current.flatMap(({ position }) => position ?? []);
  return stands.some((stand) => stands.filter((other) => other === stand).length >= minSamePositions);
}

/** The same agents hold the same positions, at least two different ones and none empty, for long enough. */
function isStableDissent({ positions, stableDissentRounds: rounds }: StopInputs): boolean {
  const recent = positions.slice(-rounds);
  const [first] = recent;
  if (first === undefined || recent.length < rounds) return false;
  const stands = [...first.values()];
  if (stands.includes(null) || new Set(stands).size < 2) return false;
  return recent.every(
    (round) => round.size === first.size && [...first].every(([agent, stand]) => round.get(agent) === stand),
  );
}

function isExhausted(inputs: StopInputs): boolean {
  const found = inputs.outputs.some((output) => output.round === inputs.round && output.foundNewEvidence);
  return inputs.retrievalRequested && inputs.retrievalCompleted && !found && inputs.openQuestions > 0;
}
