import { fail, ok, type Result } from '../problem/index.ts';
import { commands, type OperationName, type OperationParsed, queries } from './operations.ts';

export interface ValidRequest<N extends OperationName = OperationName> {
  readonly name: N;
  readonly kind: 'query' | 'command';
  readonly input: OperationParsed<N>;
}

/**
 * Checks a request from outside: known name, no extra keys, right types. Errors: `request-malformed`,
 * `unknown-operation`, `input-invalid` with the field as place.
 */
export function validateRequest(raw: unknown): Result<ValidRequest> {
  const envelope = readEnvelope(raw);
  if (!envelope.ok) return envelope;
  const { name, input } = envelope.value;
  const kind = Object.hasOwn(queries, name) ? 'query' : Object.hasOwn(commands, name) ? 'command' : null;
  if (kind === null)
    return fail('unknown-operation', `There is no operation ${JSON.stringify(name.slice(0, 80))}`, 'name');
  const dishonest = dishonestShape(input, 0);
  if (dishonest !== null) return fail('input-invalid', dishonest, 'input');
  const operation = { ...queries, ...commands }[name as OperationName];
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const place = issue === undefined || issue.path.length === 0 ? 'input' : `input.${issue.path.join('.')}`;
    return fail('input-invalid', issue?.message ?? 'The input does not fit', place);
  }
  return ok({ name: name as OperationName, kind, input: parsed.data });
}

function readEnvelope(raw: unknown): Result<{ readonly name: string; readonly input: unknown }> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return fail('request-malformed', 'A request is an object with name and input');
  }
  const keys = Object.keys(raw);
  if (keys.length !== 2 || !Object.hasOwn(raw, 'name') || !Object.hasOwn(raw, 'input')) {
    return fail('request-malformed', 'A request has exactly the fields name and input');
  }
  const { name, input } = raw as { name: unknown; input: unknown };
  if (typeof name !== 'string') return fail('request-malformed', 'The name of a request is text', 'name');
  return ok({ name, input });
}

/** Levels of lists and objects inside one another; no input needs more than three. */
const depthLimit = 16;

/** What nothing honest sends: `__proto__` as an own key, or nesting without end. Null when there is none of it. */
function dishonestShape(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= depthLimit) return `The input is nested more than ${depthLimit} levels deep`;
  if (Object.hasOwn(value, '__proto__')) return 'The key __proto__ is not allowed';
  for (const member of Object.values(value)) {
    const found = dishonestShape(member, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
