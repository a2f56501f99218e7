import type { LedgerEvent } from '../ledger/index.ts';

/** What a parked run waits for, in words: `a decision (gate-…)`, `the agent writer`. */
function waitedFor(waitingFor: string): string {
  const [, kind, id] = /^(gate|run|agent|action):(.*)$/s.exec(waitingFor) ?? [];
  if (kind === undefined) return waitingFor;
  return kind === 'gate' ? `a decision (${id})` : `the ${kind} ${id}`;
}

/** One sentence about an event of machines; null for the events of other rooms. */
export function describeRunEvent(event: LedgerEvent): string | null {
  const { data, subject } = event;
  const run = subject.replace(/^run:/, '');
  switch (event.type) {
    case 'run.started':
      return `${run} began to run the machine ${data.machine}`;
    case 'run.stepped':
      return data.error === undefined
        ? `${run} finished ${data.from} and goes to ${data.to}`
        : `${run} failed in ${data.from} and goes to ${data.to}`;
    case 'run.called':
      return `${run} calls other machines`;
    case 'run.launched':
      return `${run} launched other machines`;
    case 'run.parked':
      return `${run} waits for ${waitedFor(String(data.waiting_for))}`;
    case 'run.failed':
      return `${run} failed in ${data.state}`;
    case 'run.cancelled':
      return `${run} was cancelled in ${data.state}`;
    case 'run.cancel_requested':
      return `${run} is to be cancelled`;
    case 'run.finished':
      return `${run} is completed`;
    case 'lease.acquired':
      return `${data.owner} took the lock of ${run} with token ${data.token}`;
    case 'lease.renewed':
      return `${data.owner} renewed the lock of ${run}`;
    case 'lease.released':
      return `${data.owner} released the lock of ${run}`;
    case 'machine.stored':
      return `The machine ${data.machine} was kept`;
    default:
      return null;
  }
}
