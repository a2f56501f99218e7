import type { CliContext } from './context.ts';

/** Prints a record as indented JSON with snake_case keys, the form of everything that programs read from the CLI. */
export function printJson(context: CliContext, value: unknown): void {
  context.out(`${JSON.stringify(value, withSnakeCaseKeys, 2)}\n`);
}

function withSnakeCaseKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCase(key), inner]));
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
