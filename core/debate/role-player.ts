import type { Thinker } from '../agents/index.ts';
import type { ClaimRegistry } from './claim-registry.ts';
import type { DebateState, DebateTurn } from './debate-state.ts';
import type { HumanDecision } from './human-decision.ts';
import type { MuhasabahViolation } from './muhasabah/validate.ts';
import type { AgentRole } from './role.ts';

/** One turn of one role: everything that the thinker may look at besides its tools. */
export interface TurnRequest {
  readonly role: AgentRole;
  readonly turn: DebateTurn;
  readonly round: number;
  readonly state: DebateState;
  readonly registry: ClaimRegistry;
  /** 2 is the one retry after a rejected output (D5). */
  readonly attempt: 1 | 2;
  /** Why the first attempt was rejected; empty at the first. */
  readonly violations: readonly MuhasabahViolation[];
  /** What people decided at the gates of this debate, oldest first. */
  readonly decisions: readonly HumanDecision[];
}

/** What one attempt at a turn may spend. The kernel holds every agent to it. */
export interface TurnBudget {
  readonly maxSteps: number;
  readonly tokenBudget: number;
  /** Seconds. */
  readonly timeBudget: number;
}

/** What a replay takes over from the debate that it plays again. */
export interface ReplayedRecord {
  readonly debateId: string;
  /** The debate whose calls it repeats: that one, or the one that it played again itself. */
  readonly origin: string;
  /** The gates at which people were asked. */
  readonly gates: ReadonlySet<string>;
}

/** Who plays the five roles. */
export interface RolePlayer {
  readonly kind: 'rules' | 'llm' | 'replay';
  /** What people decided is taken from here, and nobody is asked; left out by whoever plays no record. */
  readonly record?: ReplayedRecord;
  /** What suits this player; plenty for rules unless given. */
  readonly budget?: TurnBudget;
  /**
   * The final answer of the thinker is an `AgentOutput` as JSON, of at most 1 MiB; anything else is rejected (D5). A
   * thinker that throws a `MachineFailure` could not be asked at all: the debate stays where it is, and nothing is held
   * against the role.
   */
  thinkerFor(request: TurnRequest): Thinker;
}
