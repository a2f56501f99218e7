import type { Actor } from '../../../core/ledger/index.ts';

/** What one racing process is told to do. */
export interface RaceEntry {
  /** Path of the ledger. */
  readonly path: string;
  readonly gateId: string;
  readonly digest: string;
  readonly move:
    | { readonly kind: 'consume'; readonly consumer: Actor }
    | {
        readonly kind: 'decide';
        readonly verb: 'approve' | 'reject';
        readonly reviewerId: string;
        /** Hex of the key's 32 bytes. */
        readonly seed: string;
      };
}
