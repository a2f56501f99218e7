import { InvalidArgumentError } from 'commander';

/** Reads a whole number, 0 or more. */
export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Collects a repeated option. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
