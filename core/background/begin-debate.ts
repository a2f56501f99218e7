import { type CaseFile, debateRunId, llmRolePlayer, newDebateId } from '../debate/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { heldSentence, startDebate } from './debates.ts';
import { findModels } from './models.ts';
import type { BackgroundParts, Start, Started, Working } from './parts.ts';

export interface DebateOrder {
  readonly caseFile: CaseFile;
  /** A name of `listModels`; null for the rules. */
  readonly model: string | null;
  readonly maxRounds: number;
}

/**
 * Begins a debate as a job, and resolves as soon as the ledger has it. Errors: `no-ledger-open`, those of `findModels`
 * and of `Debates.start`.
 */
export async function beginDebate(
  parts: BackgroundParts,
  start: Start,
  { resuming, players }: Working,
  { caseFile, model, maxRounds }: DebateOrder,
): Promise<Result<Started & { readonly debateId: string; readonly runId: string }>> {
  const models = model === null ? null : await findModels(model, parts);
  if (models?.ok === false) return models;
  const loan = parts.workspace.borrow();
  if (!loan.ok) return loan;
  const { ledger, giveBack } = loan.value;
  const debateId = newDebateId(parts.random);
  const runId = debateRunId(debateId);
  if (models !== null) players.remember(debateId, llmRolePlayer(models.value));
  const begun = Promise.withResolvers<Result<unknown>>();
  const over = () => {
    begun.resolve(fail('debate-not-begun', 'The debate could not begin', debateId));
    resuming.delete(runId);
    giveBack();
  };
  const started = start(
    'The debate',
    async (control) => {
      const debate = { caseFile, debateId, maxRounds };
      try {
        const tell = () => begun.resolve(ok(null));
        const end = await startDebate(ledger, debate, players.playerOf(debateId), parts, control, tell);
        begun.resolve(end);
        return end;
      } finally {
        over();
      }
    },
    (end) => ({ message: heldSentence(caseFile.title, end) }),
  );
  resuming.set(runId, started.jobId);
  const first = await begun.promise;
  return first.ok ? ok({ ...started, debateId, runId }) : first;
}
