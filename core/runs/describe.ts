import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { awaitedName } from './sentences.ts';

/**
 * One sentence about an event of machines, with the names of what runs wait for; null for the events of other rooms.
 */
export function describeRunEvent(event: LedgerEvent, reader: LedgerReader): string | null {
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
      return `${run} waits for ${awaitedName(reader, String(data.waiting_for))}`;
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
