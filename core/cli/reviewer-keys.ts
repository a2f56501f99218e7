import { type ReviewerKeyStore, reviewerKeyFolder, reviewerKeyStore } from '../review/index.ts';
import type { CliContext } from './context.ts';
import { placesOf } from './ledger-option.ts';

/** The private keys of this machine's reviewers. */
export function keyStoreOf(context: CliContext): ReviewerKeyStore {
  return reviewerKeyStore({
    folder: reviewerKeyFolder(placesOf(context).configFolder),
    random: context.random,
    safeStorage: null,
  });
}
