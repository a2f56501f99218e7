import { Debates, rulePlayer } from '../debate/index.ts';
import type { JobControl } from '../jobs/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { MachineResult } from '../machine/index.ts';
import type { Result } from '../problem/index.ts';
import type { RunWorld } from './runs.ts';

/**
 * Goes on with a debate of rule-based roles until it stops or waits for a person. Errors: those of `Debates.resume`.
 */
export function resumeDebate(
  ledger: Ledger,
  debateId: string,
  { clock, random }: RunWorld,
  control: JobControl,
): Promise<Result<MachineResult>> {
  const debates = new Debates({
    ledger,
    clock,
    random,
    player: rulePlayer,
    notice: ({ point, state, step }) => {
      if (point === 'state-entered') control.progress(`The debate is at ${state}, finished steps`, step, 0);
    },
  });
  return debates.resume(debateId, control.signal);
}
