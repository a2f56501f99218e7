/** Plants defects of known kinds in known places of clean cases, the same ones for the same seed. */
import type { CaseFile, DefectType } from '../../../../core/debate/index.ts';
import { type Dice, dice } from '../../planted/random.ts';
import * as chains from './chain-plants.ts';
import type { Plant, Planted } from './planted.ts';
import * as values from './value-plants.ts';

/** Every way in which a defect is planted. The kinds with an aim come more often. */
export const ways: readonly {
  readonly type: DefectType;
  readonly way: string;
  readonly plant: Plant;
  readonly weight: number;
}[] = [
  { type: 'INCONSISTENCY', way: 'a digit of the claim', plant: values.digitOfClaim, weight: 3 },
  { type: 'INCONSISTENCY', way: 'the sign of the claim', plant: values.turnedSign, weight: 2 },
  { type: 'INCONSISTENCY', way: 'the result of a calculation', plant: values.wrongResult, weight: 3 },
  { type: 'INCONSISTENCY', way: 'misread into case and claim', plant: values.misreadValue, weight: 2 },
  { type: 'INCONSISTENCY', way: 'another document says otherwise', plant: values.otherDocument, weight: 2 },
  { type: 'UNIT_MISMATCH', way: 'the scale of the claim', plant: values.scaleOfClaim, weight: 3 },
  { type: 'UNIT_MISMATCH', way: 'the unit of the claim', plant: values.unitOfClaim, weight: 3 },
  { type: 'UNIT_MISMATCH', way: 'the scale of a result', plant: values.scaleOfResult, weight: 2 },
  { type: 'UNIT_MISMATCH', way: 'scale misread into case and claim', plant: values.misreadScale, weight: 1 },
  { type: 'TIME_WINDOW_MISMATCH', way: 'the year of the claim', plant: values.yearOfClaim, weight: 3 },
  { type: 'TIME_WINDOW_MISMATCH', way: 'the year of a result', plant: values.yearOfResult, weight: 2 },
  { type: 'TIME_WINDOW_MISMATCH', way: 'year misread into case and claim', plant: values.misreadYear, weight: 2 },
  { type: 'CIRCULARITY', way: 'a source that comes back to itself', plant: chains.cameBack, weight: 3 },
  { type: 'CIRCULARITY', way: "the claimant's own words", plant: chains.ownWords, weight: 3 },
  { type: 'SCOPE_DRIFT', way: 'another scope', plant: values.otherScope, weight: 1 },
  { type: 'SCOPE_DRIFT', way: 'another line of the table', plant: values.otherMetric, weight: 2 },
  { type: 'BROKEN_CHAIN', way: 'a link received from nobody', plant: chains.cutLink, weight: 2 },
  { type: 'MISSING_LINK', way: 'no origin', plant: chains.noOrigin, weight: 1 },
  { type: 'MISSING_LINK', way: 'an extraction of nothing', plant: chains.emptyExtraction, weight: 1 },
  { type: 'MISSING_LINK', way: 'a result that no link computes', plant: chains.noCalculation, weight: 1 },
  { type: 'UNKNOWN_SOURCE', way: 'nobody passed it on', plant: chains.nobody, weight: 2 },
  { type: 'CHRONO_IMPOSSIBLE', way: 'read before it was published', plant: chains.readTooEarly, weight: 2 },
  { type: 'CHAIN_GRAFTING', way: "another claim's chain", plant: chains.grafted, weight: 2 },
  { type: 'CONCEALMENT', way: 'a hand that is left out', plant: chains.hiddenHand, weight: 2 },
  { type: 'STALENESS', way: 'an old report', plant: chains.stale, weight: 2 },
  { type: 'ANOMALY_VS_STRONGER_SOURCES', way: 'a weaker source is followed', plant: chains.weakerSource, weight: 2 },
  { type: 'IMPLAUSIBILITY', way: 'absurd in claim and source alike', plant: values.absurdSize, weight: 2 },
];

const deck = ways.flatMap((way) => Array.from({ length: way.weight }, () => way));

/** `count` cases with one defect each, spread over the clean cases. */
export function plantDefects(clean: readonly CaseFile[], count: number, seed: number): readonly Planted[] {
  const random = dice(seed);
  const planted: Planted[] = [];
  for (let tries = 0; planted.length < count && tries < count * 50; tries += 1) {
    const caseFile = clean[tries % clean.length];
    const way = deck[planted.length % deck.length];
    if (caseFile === undefined || way === undefined) continue;
    const found = plantIn(caseFile, way, random);
    if (found !== null) planted.push(found);
  }
  return planted;
}

function plantIn(caseFile: CaseFile, { type, way, plant }: (typeof ways)[number], random: Dice): Planted | null {
  for (const claim of random.shuffled(caseFile.claims).slice(0, 10)) {
    const changed = plant({ caseFile, claim, dice: random });
    if (changed !== null) return { caseFile: changed, claimId: claim.claim_id, type, way };
  }
  return null;
}
