import { config, type core } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'a URL',
  datetime: 'a date with time, as 2026-01-31T12:00:00Z',
  date: 'a date, as 2026-01-31',
};

/**
 * What does not fit a schema, as a sentence for the person who wrote the file. It stands behind the name of the field
 * or alone. Undefined for what has a message of its own.
 */
export function schemaWords(issue: core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return expected(kinds[issue.expected] ?? issue.expected, issue.input);
    case 'invalid_value':
      return expected(oneOf(issue.values), issue.input);
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? expected(oneOf(issue.options), discriminated(issue.input, issue.discriminator))
        : 'None of the allowed forms fits';
    case 'too_small':
      return limit('At least', 'more than', issue.minimum, issue);
    case 'too_big':
      return limit('At most', 'less than', issue.maximum, issue);
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor} is expected`;
    case 'invalid_format':
      return `This is not ${formats[issue.format] ?? 'in the form that is expected'}`;
    case 'unrecognized_keys':
      return `Unknown field${issue.keys.length > 1 ? 's' : ''} ${issue.keys.map(quoted).join(', ')}`;
    case 'invalid_key':
      return 'A key does not fit';
    case 'invalid_element':
      return 'An entry does not fit';
    default:
      return undefined;
  }
}

config({ localeError: schemaWords });

function expected(what: string, input: unknown): string {
  if (input === undefined) return `Missing; ${what} is expected`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} is expected, not ${nameOf(input)}`;
}

function discriminated(input: unknown, by: string | undefined): unknown {
  return typeof input === 'object' && input !== null && by !== undefined ? Reflect.get(input, by) : undefined;
}

function nameOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  switch (typeof input) {
    case 'string':
      return quoted(input.length > 40 ? `${input.slice(0, 40)}…` : input);
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(input);
    default:
      return 'an object';
  }
}

function oneOf(values: readonly unknown[]): string {
  const [only, ...others] = values.map((value) => (typeof value === 'string' ? quoted(value) : String(value)));
  return others.length === 0 ? (only ?? 'nothing') : `one of ${[only, ...others].join(', ')}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function limit(
  inclusive: string,
  exclusive: string,
  bound: number | bigint,
  issue: { readonly origin: string; readonly inclusive?: boolean; readonly exact?: boolean },
): string {
  const units: Readonly<Record<string, readonly [string, string]>> = {
    string: ['character', 'characters'],
    array: ['entry', 'entries'],
    set: ['entry', 'entries'],
  };
  const unit = units[issue.origin];
  if (unit === undefined)
    return `A number of ${issue.inclusive === false ? exclusive : inclusive.toLowerCase()} ${bound} is expected`;
  const many = `${bound} ${Number(bound) === 1 ? unit[0] : unit[1]}`;
  return `${issue.exact === true ? 'Exactly' : inclusive} ${many} ${Number(bound) === 1 ? 'is' : 'are'} expected`;
}
