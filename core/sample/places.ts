import { join } from 'node:path';
import { type ReviewerKeyStore, reviewerKeyStore } from '../review/index.ts';
import type { RandomSource } from '../world/index.ts';

/** Where the sample lies in the data folder. */
export interface SamplePlaces {
  readonly ledgerPath: string;
  /** Projects, agents and keys of the sample. Removed and made anew with it. */
  readonly folder: string;
}

/** The newcomer in the sample. Their key protects nothing: its passphrase is public. */
export const sampleReviewer = { reviewerId: 'you', name: 'You', role: 'PARTNER' } as const;
export const samplePassphrase = 'mizan-sample';

/** What the console says above the views of the sample. */
export const sampleNotice =
  `This is the sample: four pieces of work by fictional agents, checked by the real gates. You are unlocked as ` +
  `“${sampleReviewer.reviewerId}”, a ${sampleReviewer.role}; the passphrase of that key is ${samplePassphrase}.`;

/** The sample of a data folder: where it is, what is said about it, whose keys open it. */
export interface Sample {
  readonly places: SamplePlaces;
  /** The keys of the sample's reviewers, apart from real ones. They protect nothing, so no system store is asked. */
  readonly keyStore: ReviewerKeyStore;
  /** Whether this ledger is the sample. */
  is(ledgerPath: string): boolean;
}

/** The places of the sample under the data folder. Nothing is read or made before somebody asks for it. */
export function openSample(dataFolder: string, random: RandomSource): Sample {
  const folder = join(dataFolder, 'sample');
  const places = { ledgerPath: join(dataFolder, 'sample.mizan'), folder };
  return {
    places,
    keyStore: reviewerKeyStore({ folder: join(folder, 'reviewers'), random, safeStorage: null }),
    is: (ledgerPath) => ledgerPath === places.ledgerPath,
  };
}
