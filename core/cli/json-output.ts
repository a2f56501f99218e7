import type { Json } from '../canonical/index.ts';
import type { CliContext } from './context.ts';

/** Prints a record as indented JSON with snake_case keys, the form of everything that programs read from the CLI. */
export function printJson(context: CliContext, value: Json): void {
  context.out(`${JSON.stringify(withSnakeCaseKeys(value), null, 2)}\n`);
}

function withSnakeCaseKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(withSnakeCaseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCase(key), withSnakeCaseKeys(inner)]));
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
