/** A ledger as the whole program uses it: with the projections of every room, signed with this user's key. */
import { basename, join } from 'node:path';
import { findingsProjection, workProjection } from '../contracts/index.ts';
import { debatesProjection } from '../debate/index.ts';
import { type Ledger, openKeyFile, openLedger, type Projection } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { agentsProjection } from '../reputation/index.ts';
import { gateProjection } from '../review/index.ts';
import { runsProjection, waysProjection } from '../runs/index.ts';
import { recordsProjection } from '../stores/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';

/** Every projection of the program. */
export const projections: readonly Projection[] = [
  workProjection,
  findingsProjection,
  agentsProjection,
  gateProjection,
  recordsProjection,
  runsProjection,
  waysProjection,
  debatesProjection,
];

/** Where this user's key for checkpoints is. */
export function checkpointKeyFile(configFolder: string): string {
  return join(configFolder, 'checkpoint-key.pem');
}

export interface WorkingLedgerOptions {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Holds the private key that signs checkpoints; made when first needed. */
  readonly configFolder: string;
  /** Make the file when it is not there. */
  readonly create?: boolean;
  /** False: one of an older Mizan is left as it is, with the error `ledger-older`. */
  readonly upgrade?: boolean;
}

/** What a person is told before a ledger of an older Mizan is brought up to date: large ones take some time. */
export function upgradeSentence(path: string): string {
  return `${basename(path)} is of an older Mizan: it is brought up to date, once`;
}

/** Opens a ledger to append to it. Errors: those of `openKeyFile` and `openLedger`. */
export function openWorkingLedger(path: string, options: WorkingLedgerOptions): Result<Ledger> {
  const { clock, random, configFolder, create = false, upgrade = true } = options;
  const key = openKeyFile(checkpointKeyFile(configFolder));
  if (!key.ok) return key;
  return openLedger(path, { projections, clock, random, create, upgrade, checkpoints: { key: key.value } });
}
