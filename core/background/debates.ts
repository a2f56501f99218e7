import { type CaseFile, Debates, debateHolder, debateRunId, type RolePlayer, rulePlayer } from '../debate/index.ts';
import type { JobControl } from '../jobs/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import type { MachineResult } from '../machine/index.ts';
import { type Result, unreachable } from '../problem/index.ts';
import type { RunHolder } from '../runs/index.ts';
import type { RunWorld } from './runs.ts';

export interface NewDebate {
  readonly caseFile: CaseFile;
  readonly debateId: string;
  readonly maxRounds: number;
}

/** The debates of this console: who plays those that a person began here with a model. */
export interface DebatePlayers {
  /** Remembers for as long as the console runs who plays a debate. */
  remember(debateId: string, player: RolePlayer): void;
  /** The rules, unless a person began this debate here with a model. */
  playerOf(debateId: string): RolePlayer;
  /** How the run of a debate goes on; null for a run of anything else. */
  holderOf(reader: LedgerReader, executionId: string): RunHolder | null;
}

/** Remembers nobody at first: a debate that came with a ledger is played by the rules or not at all. */
export function createDebatePlayers(): DebatePlayers {
  const chosen = new Map<string, RolePlayer>();
  return {
    remember: (debateId, player) => void chosen.set(debateRunId(debateId), player),
    playerOf: (debateId) => chosen.get(debateRunId(debateId)) ?? rulePlayer,
    holderOf(reader, executionId) {
      const holder = debateHolder(reader, executionId);
      return holder !== null && chosen.has(executionId) ? { ...holder, resumable: true } : holder;
    },
  };
}

/**
 * Begins a debate and goes on until it stops, waits for a person or is cancelled. `begun` is called as soon as the
 * ledger has it. Errors: those of `Debates.start`.
 */
export function startDebate(
  ledger: Ledger,
  debate: NewDebate,
  player: RolePlayer,
  world: RunWorld,
  control: JobControl,
  begun: () => void,
): Promise<Result<MachineResult>> {
  return debatesOf(ledger, player, world, control, begun).start(debate, control.signal);
}

/** Goes on with a debate until it stops or waits for a person. Errors: those of `Debates.resume`. */
export function resumeDebate(
  ledger: Ledger,
  debateId: string,
  player: RolePlayer,
  world: RunWorld,
  control: JobControl,
): Promise<Result<MachineResult>> {
  return debatesOf(ledger, player, world, control, () => undefined).resume(debateId, control.signal);
}

/** What is done in a state of a debate's machine, for the one who waits. */
const doing: Readonly<Record<string, string>> = {
  opening: 'The advocate opens',
  challenge: 'The sanad breaker challenges',
  contradiction: 'The contradiction finder compares',
  risk: 'The risk officer weighs',
  rebuttal: 'The advocate answers',
  retrieval: 'Evidence is searched for',
  closing: 'The arbiter rules',
};

function debatesOf(
  ledger: Ledger,
  player: RolePlayer,
  { clock, random }: RunWorld,
  control: JobControl,
  begun: () => void,
): Debates {
  return new Debates({
    ledger,
    clock,
    random,
    player,
    breathe: control.breathe,
    notice: ({ point, state, step }) => {
      if (point === 'start-committed') begun();
      if (point === 'state-entered')
        control.progress(`${doing[state] ?? 'The debate goes on'}, finished steps`, step, 0);
    },
  });
}

/** What became of a debate that was begun here, in one sentence. */
export function heldSentence(title: string, end: MachineResult): string {
  switch (end.status) {
    case 'done':
      return `The debate “${title}” has ended`;
    case 'parked':
      return `The debate “${title}” waits for a person`;
    case 'cancelled':
      return `The debate “${title}” was cancelled after its last whole step`;
    case 'error':
      return `The debate “${title}” failed: ${end.error.message}`;
    default:
      return unreachable(end);
  }
}
