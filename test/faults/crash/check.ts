import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { auditOf } from '../../fixture/audit.ts';
import { expectValue } from '../../fixture/ledger.ts';
import { promisedText } from './promise.ts';

export interface Aftermath {
  readonly size: number;
  /** Acknowledged events that are gone or say something else. */
  readonly lost: number;
}

/** Opens the ledger after the crash, looks for what was promised from `from` on, and audits the whole. */
export function aftermath(path: string, from: number, acknowledged: number): Aftermath {
  const reader = expectValue(openLedgerForReading(path));
  const size = reader.size();
  let kept = 0;
  for (let seq = from; seq < Math.min(size, acknowledged); seq += 1) {
    const body = reader.body(seq, 'body');
    const whole =
      body.ok && body.value.state === 'present' && Buffer.from(body.value.body).toString() === promisedText(seq);
    if (whole) kept += 1;
  }
  reader.close();
  const { firstBad } = auditOf(path);
  if (firstBad !== null) throw new Error(`after the crash: ${firstBad.message}`);
  return { size, lost: Math.max(acknowledged - from, 0) - kept };
}
