/**
 * A period in one form: `2019`, `2019-Q3`, `2019-H1`, `2018/2019`. `FY19`, `fiscal 2019` and `Q3 2019` are read;
 * anything else stays as it is, in lower case.
 */
export function normalPeriod(period: string): string {
  const text = period.trim().toLowerCase();
  const parts = text.split(/\s*(?:\/|\bto\b|–|—)\s*/u);
  if (parts.length === 2 && parts.every((part) => yearOf(part) !== null)) return parts.map(single).join('/');
  return single(text);
}

function single(text: string): string {
  const year = yearOf(text);
  if (year === null) return text;
  const part = /\b(?<part>[qh][1-4])\b/iu.exec(text.replace('-', ' '))?.groups?.part;
  return part === undefined ? `${year}` : `${year}-${part.toUpperCase()}`;
}

function yearOf(text: string): number | null {
  const long = /(?<!\d)(?<year>(?:19|20)\d\d)(?!\d)/u.exec(text)?.groups?.year;
  if (long !== undefined) return Number(long);
  const short = /\bfy\s?['’]?(?<year>\d\d)\b/iu.exec(text)?.groups?.year;
  return short === undefined ? null : 2000 + Number(short);
}

/** The years of a text, each once, in the order in which they stand there. */
export function yearsIn(text: string): readonly number[] {
  const found = [...text.matchAll(/(?<![\d.,$€£])(?<year>(?:19|20)\d\d)(?![\d%]|[.,]\d)/gu)].map((match) =>
    Number(match.groups?.year),
  );
  return [...new Set(found)];
}

/** The first and the last year that a period names; null for one without a year. */
export function yearsOfPeriod(period: string): readonly [number, number] | null {
  const years = normalPeriod(period)
    .split('/')
    .map(yearOf)
    .filter((year) => year !== null);
  const [first] = years;
  return first === undefined ? null : [Math.min(...years), Math.max(...years)];
}
