import type { Actor } from '../../../core/ledger/index.ts';

/** What one racing process is told at its start. */
export interface Racer {
  /** Path of the ledger. */
  readonly path: string;
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

/** What it is told, a line of JSON each, when a gate is to be raced for. */
export interface RaceStart {
  readonly gateId: string;
  readonly digest: string;
}
