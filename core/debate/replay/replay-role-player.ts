import type { Thinker } from '../../agents/index.ts';
import { MachineFailure } from '../../machine/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { AgentOutput } from '../agent-output.ts';
import type { DebateState } from '../debate-state.ts';
import type { RolePlayer, TurnRequest } from '../role-player.ts';
import { diverged } from './diverged.ts';
import type { RecordedAttempt, RecordedDebate } from './recorded-debate.ts';

/**
 * Plays a recorded debate again: each attempt makes the same tool calls and gives the same answer, and the kernel, the
 * matrix and the gate judge them anew. Where they judge otherwise, the replay stops with `replay-diverged` and the
 * place. What people decided is taken from the record, where it was about the same thing.
 */
export function replayRolePlayer(recorded: RecordedDebate): RolePlayer {
  return { kind: 'replay', record: recorded, thinkerFor: (request) => thinkerOf(recorded, request) };
}

function thinkerOf(recorded: RecordedDebate, request: TurnRequest): Thinker {
  const found = findAttempt(recorded, request);
  return {
    think: async ({ history }) => {
      if (!found.ok) throw new MachineFailure(found.problem.code, found.problem.message, false);
      const { calls, answer } = found.value;
      const call = calls[history.length];
      if (call === undefined) return { action: { kind: 'final-answer', answer } };
      return { action: { kind: 'tool-call', toolName: call.tool, query: call.query } };
    },
  };
}

function findAttempt(recorded: RecordedDebate, request: TurnRequest): Result<RecordedAttempt> {
  const { turn, attempt, role, round, state, violations } = request;
  const ordinal = state.messages.length;
  const place = `round ${round}, ${turn} of the ${role}, attempt ${attempt}`;
  const other = differingMessage(recorded, state);
  if (other !== null) return diverged(other, 'another output was accepted here than in the recorded debate');
  const found = recorded.attempt({ ordinal, turn, attempt });
  if (found?.role === role && found.round === round) return ok(found);
  if (attempt === 2 && recorded.attempt({ ordinal, turn, attempt: 1 }) !== null) {
    const why = violations.map(({ rule, detail }) => `${rule}: ${detail}`).join('; ');
    return diverged(`round ${round}, ${turn} of the ${role}, attempt 1`, `the recorded output is now rejected: ${why}`);
  }
  if (recorded.stopReason === null && ordinal >= recorded.accepted.length) {
    return diverged(place, 'the recorded debate has not ended, and went no further than this');
  }
  return diverged(place, 'the recorded debate has no such turn here');
}

/** The place of the newest message that is not the recorded one; null when it is. Earlier ones were compared before. */
function differingMessage({ accepted }: RecordedDebate, { messages }: DebateState): string | null {
  const newest = messages.at(-1);
  if (newest === undefined) return null;
  const { turn, output } = newest;
  const same = accepted[messages.length - 1];
  return same !== undefined && judged(same) === judged(output)
    ? null
    : `round ${output.round_number}, ${turn} of the ${output.role}`;
}

/** What of an output is played again; ids of calls and the time are those of each run. */
function judged({ content, structured_content, claim_refs, calc_refs, muhasabah_record }: AgentOutput): string {
  return JSON.stringify([content, structured_content, claim_refs, calc_refs, muhasabah_record]);
}

/** Whether the replay came to the same stop reason after as many messages. Error: `replay-diverged`, at the end. */
export function checkReplayEnd(recorded: RecordedEnd, replayed: RecordedEnd): Result<null> {
  const before = recorded.stopReason ?? 'no end';
  const now = replayed.stopReason ?? 'no end';
  if (before === now && recorded.accepted.length === replayed.accepted.length) return ok(null);
  const counts = `${recorded.accepted.length} and ${replayed.accepted.length} messages`;
  return diverged('the end', `the recorded debate came to ${before}, the replay to ${now} (${counts})`);
}

type RecordedEnd = Pick<RecordedDebate, 'stopReason' | 'accepted'>;
