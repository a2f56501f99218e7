import { join } from 'node:path';

/** Where the sample lies in the data folder. */
export interface SamplePlaces {
  readonly ledgerPath: string;
  /** Projects, agents and keys of the sample. Removed and made anew with it. */
  readonly folder: string;
}

export function samplePlaces(dataFolder: string): SamplePlaces {
  return { ledgerPath: join(dataFolder, 'sample.mizan'), folder: join(dataFolder, 'sample') };
}

/** The newcomer in the sample. Their key protects nothing: its passphrase is public. */
export const sampleReviewer = { reviewerId: 'you', name: 'You', role: 'PARTNER' } as const;
export const samplePassphrase = 'mizan-sample';

/** What the console says above the views of the sample. */
export const sampleNotice =
  `This is the sample: four pieces of work by fictional agents, checked by the real gates. You are unlocked as ` +
  `“${sampleReviewer.reviewerId}”, a ${sampleReviewer.role}; the passphrase of that key is ${samplePassphrase}.`;

/** The keys of the sample's reviewers, apart from real ones. */
export function sampleKeyFolder(places: SamplePlaces): string {
  return join(places.folder, 'reviewers');
}
