/** How runs of machines are said in words. Pure. */
import type { RunDetail, RunRow, RunStep, Sign } from '../../../../core/api/index.ts';
import { formatRoute } from '../../../routes.ts';
import { count, duration } from '../../../text/words.ts';

/** One word for how a run stands: it stands beside its sign. */
export function machineWord({ status, waitingFor }: Pick<RunRow, 'status' | 'waitingFor'>): string {
  switch (status) {
    case 'running':
      return 'running';
    case 'parked':
      return waitingFor?.startsWith('gate:') === true ? 'waits for a person' : 'parked';
    case 'done':
      return 'completed';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
  }
}

/** One sentence for how a run stands. */
export function standingSentence({
  row,
  worker,
  cancelRequested,
}: Pick<RunDetail, 'row' | 'worker' | 'cancelRequested'>): string {
  const half = cancelRequested && worker === null && (row.status === 'running' || row.status === 'parked');
  if (half) return 'It was being cancelled when the process that did it ended. Cancel it again to complete that.';
  switch (row.status) {
    case 'running':
      if (cancelRequested) return `It works on ${row.state} and is to be cancelled.`;
      return worker === null
        ? `The process that worked on ${row.state} is gone. Resume it to go on from its last checkpoint.`
        : `It works on ${row.state}.`;
    case 'parked':
      return `${waitingSentence(row.waitingFor)} The state is ${row.state}.`;
    case 'done':
      return `It ended in ${row.state}.`;
    case 'failed':
      return `It failed in ${row.state}. Its last checkpoint is kept: resume it to do the step again.`;
    case 'cancelled':
      return `It was stopped in front of ${row.state}. It can be resumed.`;
  }
}

/** What a parked run waits for, by its name: `a person`, `the run letter-1.0c0`, `the agent writer`. */
export function waitedName(waitingFor: string): string {
  const [, kind, name] = /^(gate|run|agent|action):(.*)$/s.exec(waitingFor) ?? [];
  if (kind === undefined) return waitingFor;
  return kind === 'gate' ? 'a person' : `the ${kind} ${name ?? ''}`;
}

/** One sentence for what a parked run waits for. */
export function waitingSentence(waitingFor: string | null): string {
  const [, kind, name] = /^([a-z]+):(.*)$/s.exec(waitingFor ?? '') ?? [];
  switch (kind) {
    case 'gate':
      return 'It waits for a person.';
    case 'run':
      return 'It waits for a run that it called.';
    case 'agent':
    case 'action':
      return `It waits for the ${kind} ${name ?? ''}, whose program was not given.`;
    default:
      return `It waits for ${waitingFor ?? 'something outside'}.`;
  }
}

/** Where what a run waits for is shown in the console; null when nowhere. */
export function waitingRoute(waitingFor: string | null): string | null {
  if (waitingFor?.startsWith('gate:') === true) return formatRoute('gates', waitingFor.slice('gate:'.length));
  if (waitingFor?.startsWith('run:') === true) return machineRoute(waitingFor.slice('run:'.length));
  return null;
}

/** The address of a run of a machine. */
export function machineRoute(executionId: string): string {
  return formatRoute('runs', executionId, { kind: 'machine' });
}

/** What a step cost: `2 calls, 0.0134`, or nothing. */
export function stepCost({ apiCalls, cost }: Pick<RunStep, 'apiCalls' | 'cost'>): string {
  const parts = [
    ...(apiCalls > 0 ? [`${count(apiCalls)} ${apiCalls === 1 ? 'call' : 'calls'}`] : []),
    ...(cost > 0 ? [costText(cost)] : []),
  ];
  return parts.join(', ');
}

/** A cost in the provider's currency, with as many digits as it needs. */
export function costText(cost: number): string {
  return cost.toFixed(cost !== 0 && cost < 0.01 ? 4 : 2);
}

/** The sign and word of a finished step. */
export function stepSign({ error, failedAttempts }: Pick<RunStep, 'error' | 'failedAttempts'>): {
  readonly sign: Sign;
  readonly word: string;
} {
  if (error !== null) return { sign: 'failed', word: 'failed' };
  if (failedAttempts === null) return { sign: 'verified', word: 'finished' };
  return { sign: 'verified', word: `finished at attempt ${failedAttempts.count + 1}` };
}

/** How long after the step before. */
export function tookText({ took }: Pick<RunStep, 'took'>): string {
  return duration(took);
}

/** The step that the address asks for, else the newest: the one in work when the run is not over. */
export function chosenStepNumber({ step, status }: Pick<RunRow, 'step' | 'status'>, asked: string | null): number {
  const last = status === 'done' ? step : step + 1;
  const wanted = Number(asked ?? Number.NaN);
  return Number.isSafeInteger(wanted) && wanted >= 1 && wanted <= last ? wanted : last;
}
