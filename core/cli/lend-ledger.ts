import type { LedgerReader } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { type CliContext, reportProblem } from './context.ts';

/** Lends an opened ledger to `work` and closes it afterwards; reports the problem of either. */
export async function lendLedger<T extends LedgerReader>(
  context: CliContext,
  opened: Result<T>,
  work: (ledger: T) => Promise<Result<unknown>> | Result<unknown>,
): Promise<void> {
  if (!opened.ok) return reportProblem(context, opened.problem);
  try {
    const outcome = await work(opened.value);
    if (!outcome.ok) reportProblem(context, outcome.problem);
  } finally {
    opened.value.close();
  }
}
