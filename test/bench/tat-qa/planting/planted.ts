/** What a plant is given and gives back. Nothing here is known to the roles. */
import type { CaseFile, Claim, DefectType, EvidenceItem } from '../../../../core/debate/index.ts';
import type { Dice } from '../../planted/random.ts';

export interface Planted {
  readonly caseFile: CaseFile;
  readonly claimId: string;
  readonly type: DefectType;
  readonly way: string;
}

export interface Ground {
  readonly caseFile: CaseFile;
  readonly claim: Claim;
  readonly dice: Dice;
}

/** Changes a case; null when this claim does not lend itself to it. */
export type Plant = (ground: Ground) => CaseFile | null;

/** The case with one claim changed. */
export function withClaim(caseFile: CaseFile, claim: Claim, change: Partial<Claim>): CaseFile {
  return { ...caseFile, claims: caseFile.claims.map((one) => (one === claim ? { ...one, ...change } : one)) };
}

/** The case with one evidence item changed. */
export function withEvidence(caseFile: CaseFile, item: EvidenceItem, change: Partial<EvidenceItem>): CaseFile {
  return { ...caseFile, evidence: caseFile.evidence.map((one) => (one === item ? { ...one, ...change } : one)) };
}

/** The one evidence item with a value that a claim cites. */
export function ownEvidence({ caseFile, claim }: Ground): EvidenceItem | null {
  const [id] = claim.evidence_refs;
  return caseFile.evidence.find((item) => item.evidence_id === id && item.value !== null) ?? null;
}

/** Writes another number where a text has this one; the text as it was when it has none. */
export function rewriteNumber(text: string, from: number, to: number): string {
  const size = Math.abs(from);
  let done = false;
  return text.replaceAll(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+/gu, (digits) => {
    if (done || Number(digits.replaceAll(',', '')) !== size) return digits;
    done = true;
    const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0;
    return Math.abs(to).toLocaleString('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: Math.max(decimals, 6),
    });
  });
}

/** Another amount: one digit changed, or two that differ swapped. Never within rounding of the old one. */
export function wrongAmount(amount: number, dice: Dice): number {
  const text = `${Math.abs(amount)}`;
  const places = [...text].map((digit, at) => ({ digit, at })).filter(({ digit }) => /\d/u.test(digit));
  const chosen = dice.pick(places) ?? { digit: '0', at: 0 };
  const other = (Number(chosen.digit) + 1 + dice.roll(8)) % 10;
  const changed = Number(`${text.slice(0, chosen.at)}${other}${text.slice(chosen.at + 1)}`);
  const wrong = changed === 0 || changed === Math.abs(amount) ? Math.abs(amount) + 7 : changed;
  return amount < 0 ? -wrong : wrong;
}
