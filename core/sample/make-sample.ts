import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gitRunner } from '../contracts/index.ts';
import type { JobControl } from '../jobs/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import {
  addReviewer,
  enrolReviewer,
  type ReviewerKeyStore,
  type ReviewerSigner,
  signerFromSeed,
} from '../review/index.ts';
import { chooseSandbox, ownNode } from '../sandbox/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import { approveAsColleague, doPiece, type Workshop } from './do-piece.ts';
import { nodeProgram } from './node-program.ts';
import type { Piece } from './piece.ts';
import { orders } from './pieces/orders.ts';
import { price } from './pieces/price.ts';
import { sessions } from './pieces/sessions.ts';
import { slug } from './pieces/slug.ts';
import { type Sample, type SamplePlaces, samplePassphrase, sampleReviewer } from './places.ts';

export interface SampleWorld {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Makes a ledger that does not exist yet. */
  readonly createLedger: (path: string) => Result<Ledger>;
}

/** A fictional colleague, who was here before the newcomer. Nobody keeps this key. */
const colleague = { reviewerId: 'amal', name: 'Amal (fictional)', role: 'ADMIN' } as const;

/** Makes the sample unless it is there already. Errors: those of `makeSample`. */
export async function ensureSample(sample: Sample, world: SampleWorld, control: JobControl): Promise<Result<null>> {
  return existsSync(sample.places.ledgerPath) ? ok(null) : makeSample(sample, world, control);
}

/**
 * Makes the sample workspace by running the real rooms on bundled work of fictional agents: contracts, their runs,
 * gates, scores, a decision. The ledger appears when all of it is there. Errors: `git-missing`, `cancelled`, those of
 * the rooms.
 */
async function makeSample(sample: Sample, world: SampleWorld, control: JobControl): Promise<Result<null>> {
  const { places } = sample;
  await rm(places.folder, { recursive: true, force: true });
  await mkdir(places.folder, { recursive: true, mode: 0o700 });
  const draft = join(places.folder, 'draft.mizan');
  const ledger = world.createLedger(draft);
  if (!ledger.ok) return ledger;
  let made: Result<null>;
  try {
    made = await fill(ledger.value, sample, world, control);
  } finally {
    ledger.value.close();
  }
  if (made.ok) await rename(draft, places.ledgerPath);
  else await rm(places.folder, { recursive: true, force: true });
  return made;
}

async function fill(
  ledger: Ledger,
  { places, keyStore }: Sample,
  world: SampleWorld,
  control: JobControl,
): Promise<Result<null>> {
  const amal = await enrolReviewers(ledger, keyStore, world.random);
  if (!amal.ok) return amal;
  const workshop = await openWorkshop(ledger, places, world, control);
  const announce = ({ agentId, taskId }: Piece, done: number) =>
    control.progress(`Making the sample: ${agentId} works on ${taskId}`, done, 4);
  announce(slug, 0);
  const approved = await doPiece(slug, workshop);
  if (!approved.ok) return approved;
  const landed = await approveAsColleague(slug, approved.value, amal.value, workshop);
  if (!landed.ok) return landed;
  for (const [index, piece] of [price, orders, sessions].entries()) {
    announce(piece, index + 1);
    const done = await doPiece(piece, workshop);
    if (!done.ok) return done;
  }
  return ok(null);
}

/** The colleague first, who then vouches for the newcomer. */
async function enrolReviewers(
  ledger: Ledger,
  keyStore: ReviewerKeyStore,
  random: RandomSource,
): Promise<Result<ReviewerSigner>> {
  const signer = signerFromSeed(colleague.reviewerId, random.bytes(32));
  const enrolled = enrolReviewer(ledger, colleague, signer, null);
  if (!enrolled.ok) return enrolled;
  const newcomer = await addReviewer(ledger, keyStore, sampleReviewer, samplePassphrase, signer);
  return newcomer.ok ? ok(signer) : newcomer;
}

/**
 * Without a sandbox the bundled work runs unprotected: it is ours. Its verdicts say so, and a person has to look (C2).
 */
async function openWorkshop(
  ledger: Ledger,
  { folder }: SamplePlaces,
  { clock, random, environment }: SampleWorld,
  control: JobControl,
): Promise<Workshop> {
  const node = nodeProgram(environment, ownNode());
  const isolating = await chooseSandbox('auto', node.environment);
  const sandbox = isolating.ok ? isolating : await chooseSandbox('none', node.environment);
  return {
    ledger,
    folder,
    node,
    sandbox: sandbox.ok ? sandbox.value : null,
    git: gitRunner(node.environment),
    clock,
    random,
    signal: control.signal,
  };
}
