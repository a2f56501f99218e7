/** The benchmark of the rule-based roles: clean reports, then the same reports with one planted defect each. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaseFile, caseFile } from '../../../core/debate/index.ts';
import { openLedger } from '../../../core/ledger/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { type Conduct, chargesIn, conductIn, type HeldDebate, holdDebate, must, skeptic } from './hold-debates.ts';
import { idsOf, makeCase } from './make-case.ts';
import { plantDefects } from './planting/plant.ts';
import type { Planted } from './planting/planted.ts';
import type { Report } from './read-data.ts';

export interface PlantedResult {
  readonly planted: Planted;
  readonly held: HeldDebate;
  /** A challenge of this kind on this claim was upheld. */
  readonly caught: boolean;
  /** Some challenge on this claim was upheld. */
  readonly noticed: boolean;
}

export interface CleanResult {
  readonly title: string;
  readonly held: HeldDebate;
  readonly claims: number;
  /** Claims on which a challenge was upheld. */
  readonly alarms: readonly { readonly claim: string; readonly type: string }[];
}

export interface Measured {
  readonly clean: readonly CleanResult[];
  readonly planted: readonly PlantedResult[];
  readonly conduct: Conduct;
  readonly unusable: number;
}

export interface Extent {
  readonly reports: number;
  readonly defects: number;
  readonly seed: number;
  progress?(done: number): void;
}

/** In memory where there is a file system for it: quality does not depend on the disk. */
function workFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mizan-debates-'));
}

/** Holds a debate on each clean case and on each planted one, on a ledger in a folder that is gone afterwards. */
export async function measureDebates(reports: readonly Report[], extent: Extent): Promise<Measured> {
  const folder = workFolder();
  try {
    const options = { projections, clock: systemClock, random: systemRandom, create: true };
    const ledger = must(openLedger(join(folder, 'debates.mizan'), options));
    const person = skeptic(ledger);
    const made = reports.map(makeCase);
    const cases = made.filter((one) => one !== null).map((one) => caseFile.parse(one));
    const id = idsOf(`benchmark ${extent.seed}`);
    const clean: CleanResult[] = [];
    for (const [index, one] of cases.slice(0, extent.reports).entries()) {
      const debateId = id(`clean ${index}`);
      const held = await holdDebate(one, debateId, ledger, person);
      const upheld = chargesIn(ledger, debateId).filter(({ ruling }) => ruling === 'UPHELD');
      clean.push({ title: one.title, held, claims: one.claims.length, alarms: alarmsOf(one, upheld) });
      extent.progress?.(clean.length);
    }
    const planted: PlantedResult[] = [];
    for (const [index, plant] of plantDefects(cases, extent.defects, extent.seed).entries()) {
      const debateId = id(`planted ${index}`);
      const held = await holdDebate(caseFile.parse(plant.caseFile), debateId, ledger, person);
      const charges = chargesIn(ledger, debateId).filter(
        ({ ruling, claimIds }) => ruling === 'UPHELD' && claimIds.includes(plant.claimId),
      );
      planted.push({
        planted: plant,
        held,
        caught: charges.some(({ type }) => type === plant.type),
        noticed: charges.length > 0,
      });
      extent.progress?.(clean.length + planted.length);
    }
    const conduct = conductIn(ledger);
    ledger.close();
    return { clean, planted, conduct, unusable: made.length - cases.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function alarmsOf({ claims }: CaseFile, upheld: ReturnType<typeof chargesIn>): CleanResult['alarms'] {
  return claims.flatMap((claim) => {
    const found = upheld.find(({ claimIds }) => claimIds.includes(claim.claim_id));
    return found === undefined ? [] : [{ claim: claim.claim_text, type: found.type }];
  });
}
