import { create } from 'zustand';
import type { LedgerStatus } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { type Loadable, loading, settled } from './loadable.ts';

interface LedgerStatusStore {
  readonly status: Loadable<LedgerStatus>;
  /** Grows whenever the open ledger may have changed; everything that was read is then read again. */
  readonly version: number;
}

export const useLedgerStatus = create<LedgerStatusStore>(() => ({ status: loading, version: 0 }));

/** Reads the status again and tells every query that its answer may be old. */
export async function refreshLedger(): Promise<void> {
  useLedgerStatus.setState((now) => ({ version: now.version + 1 }));
  useLedgerStatus.setState({ status: settled(await request('ledger.status', {})) });
}

/** Forgets the ledger that was open. */
export function forgetLedger(): void {
  useLedgerStatus.setState((now) => ({ status: loading, version: now.version + 1 }));
}
