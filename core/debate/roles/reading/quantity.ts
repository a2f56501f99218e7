/** A number as a text writes it. */
export interface Quantity {
  /** With its sign; parentheses are a minus. */
  readonly amount: number;
  /** Power of ten that a word beside it names (`million`: 6); null when there is none. */
  readonly scale: number | null;
  /** What a sign or word beside it names: `USD`, `percent`, `basis_points`, …; null when there is none. */
  readonly unit: string | null;
  /** Digits after the decimal point. */
  readonly decimals: number;
  /** The number could be a year, and nothing beside it says otherwise. */
  readonly mayBeYear: boolean;
  readonly negative: boolean;
}

const currencies: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  usd: 'USD',
  '€': 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  '¥': 'JPY',
  jpy: 'JPY',
  rmb: 'CNY',
  cny: 'CNY',
  '₹': 'INR',
  inr: 'INR',
};

const scaleWords: Readonly<Record<string, number>> = {
  thousand: 3,
  thousands: 3,
  k: 3,
  million: 6,
  millions: 6,
  mn: 6,
  m: 6,
  billion: 9,
  billions: 9,
  bn: 9,
  trillion: 12,
};

const unitWords: Readonly<Record<string, string>> = {
  '%': 'percent',
  percent: 'percent',
  'per cent': 'percent',
  'percentage points': 'percent',
  bps: 'basis_points',
  'basis points': 'basis_points',
  x: 'multiple',
};

const currency = String.raw`(?<currency>US\$|[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|RMB|CNY|INR)\b)?`;
const before = String.raw`(?<open>\()?\s*(?<minus>[-−–])?\s*${currency}\s*(?<inner>\()?\s*(?<innerMinus>[-−–])?\s*`;
const digits = String.raw`(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)`;
const magnitude = 'thousands?|millions?|billions?|trillion|mn|bn';
const word = String.raw`(?<word>%|(?:percentage points|per ?cent|basis points|bps|${magnitude})\b|(?:[kmx])\b)?`;
const after = String.raw`\s*${word}\s*(?<close>\))?`;
const pattern = new RegExp(`(?<![\\w.,])${before}${digits}(?![\\d])${after}`, 'giu');

/**
 * Every number of a text, in order. A minus between two numbers without a space (`2018-2019`) joins them and is no
 * sign.
 */
export function readQuantities(text: string): readonly Quantity[] {
  return [...text.matchAll(pattern)].map((match) => quantityOf(match.groups ?? {}));
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A minus, or parentheses around the number as accountants write it. */
function isNegative({ open, inner, close, minus, innerMinus }: Groups): boolean {
  const isEnclosed = close !== undefined && (open !== undefined || inner !== undefined);
  return isEnclosed || minus !== undefined || innerMinus !== undefined;
}

function quantityOf(groups: Groups): Quantity {
  const written = groups.digits ?? '0';
  const word = groups.word?.toLowerCase();
  const negative = isNegative(groups);
  const magnitude = Number(written.replaceAll(',', ''));
  const unit = unitOf(groups.currency, word);
  const scale = word === undefined ? null : (scaleWords[word] ?? null);
  return {
    amount: negative ? -magnitude : magnitude,
    scale,
    unit,
    decimals: written.includes('.') ? written.length - written.indexOf('.') - 1 : 0,
    mayBeYear: /^(?:19|20)\d\d$/u.test(written) && unit === null && scale === null,
    negative,
  };
}

function unitOf(currency: string | undefined, word: string | undefined): string | null {
  if (word !== undefined && unitWords[word] !== undefined) return unitWords[word];
  return currency === undefined ? null : (currencies[currency.toLowerCase()] ?? null);
}

/** The scale that a caption gives to everything under it: `(in millions)`, `$'000`; null when it gives none. */
export function readCaptionScale(text: string): number | null {
  const word = /\(?\bin (?<word>thousand|million|billion)s?\b/iu.exec(text)?.groups?.word?.toLowerCase();
  if (word !== undefined) return scaleWords[word] ?? null;
  if (/[$€£]\s?['’]?000\b/u.test(text)) return 3;
  return /[$€£]\s?(?:m|mm|millions?)\b/iu.test(text) ? 6 : null;
}
