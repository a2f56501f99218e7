import type { DebateRow } from '../api/index.ts';
import {
  checkReplayEnd,
  llmRolePlayer,
  type RolePlayer,
  readRecordedDebate,
  replayRolePlayer,
  rulePlayer,
} from '../debate/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { readModelOption } from './model-option.ts';

export interface PlayerOptions {
  /** The model file of `llm`: a path or a name. */
  readonly model?: string;
  /** The debate that `replay` plays again. */
  readonly of?: string;
}

export interface ChosenPlayer {
  readonly player: RolePlayer;
  /** Most rounds unless the caller says otherwise; null for the usual. */
  readonly maxRounds: number | null;
  /** Whether a debate that ended came to what it had to. Error: `replay-diverged`. */
  checkEnd(reader: LedgerReader, debateId: string): Result<null>;
}

/** Who plays the roles. Errors: `option-missing`, those of the model file, those of a recorded debate. */
export async function choosePlayer(
  agents: DebateRow['agents'],
  { model, of }: PlayerOptions,
  reader: LedgerReader,
  context: CliContext,
): Promise<Result<ChosenPlayer>> {
  const free = (player: RolePlayer): Result<ChosenPlayer> => ok({ player, maxRounds: null, checkEnd: () => ok(null) });
  if (agents === 'rules') return free(rulePlayer);
  if (agents === 'replay')
    return of === undefined ? missing('--of', 'Name the debate to play again') : replayOf(of, reader);
  if (model === undefined)
    return missing('--model', 'Name the model file, by its path or by its name (docs/models.md)');
  const read = await readModelOption(model, context);
  if (read.ok) return free(llmRolePlayer(read.models));
  const [first] = read.problems;
  return fail(first?.code ?? 'model-invalid', first?.message ?? 'The model file does not fit', first?.place);
}

function missing(option: string, message: string): Result<never> {
  return fail('option-missing', message, option);
}

function replayOf(debateId: string, reader: LedgerReader): Result<ChosenPlayer> {
  const recorded = readRecordedDebate(reader, debateId);
  if (!recorded.ok) return recorded;
  return ok({
    player: replayRolePlayer(recorded.value),
    maxRounds: recorded.value.maxRounds,
    checkEnd: (later, id) => {
      const replayed = readRecordedDebate(later, id);
      return replayed.ok ? checkReplayEnd(recorded.value, replayed.value) : replayed;
    },
  });
}
