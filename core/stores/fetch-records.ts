import { z } from 'zod';
import type { Json, JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { checkKey, checkPrefix } from './keys.ts';
import type { RecordStore } from './records.ts';

/** Both ends of records over HTTP: JSON by POST to `read`, `list`, `last` and `commit` below one address. */

type Fetch = (
  address: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string },
) => Promise<Response>;

const json = z.json() as z.ZodType<Json>;
const problem = z.object({ code: z.string(), message: z.string(), place: z.string().optional() });
const reply = z.union([
  z.object({ ok: z.literal(true), value: json.optional() }),
  z.object({ ok: z.literal(false), problem }),
]);

/** Records of a server. Errors besides the server's own: `store-unreachable`. */
export function createFetchRecords(address: string, fetch: Fetch): RecordStore {
  const ask = async <T>(verb: string, body: unknown): Promise<Result<T>> => {
    try {
      const response = await fetch(`${address}/${verb}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = reply.safeParse(await response.json());
      if (!answer.success) return fail('store-unreachable', `The store answered ${response.status}`, address);
      if (answer.data.ok) return ok((answer.data.value ?? null) as T);
      const { code, message, place } = answer.data.problem;
      return fail(code, message, place);
    } catch {
      return fail('store-unreachable', 'The store does not answer', address);
    }
  };
  return {
    read: (key) => ask('read', { key }),
    list: (prefix) => ask('list', { prefix }),
    last: (prefix) => ask('last', { prefix }),
    commit: async (change) => {
      const committed = await ask('commit', change);
      return committed.ok ? ok(undefined) : committed;
    },
  };
}

const key = z.string().refine((text) => checkKey(text).ok, { message: 'is not a key' });
const prefix = z.string().refine((text) => checkPrefix(text).ok, { message: 'is not a prefix' });
const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;
const change = z.strictObject({
  writes: z.array(z.object({ key, value: json, small: z.literal(true).optional() })),
  conditions: z.array(z.object({ key, matches: object.nullable() })),
  events: z.array(z.object({ type: z.string(), subject: z.string(), data: object })),
});

/** The server's end. Whoever serves it decides first who may ask. */
export async function answerRecordRequest(records: RecordStore, request: Request): Promise<Response> {
  const verb = new URL(request.url).pathname.split('/').at(-1) ?? '';
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return respond(fail('request-malformed', 'The request is not JSON'));
  }
  return respond(await perform(records, verb, body));
}

async function perform(records: RecordStore, verb: string, body: unknown): Promise<Result<unknown>> {
  const malformed = fail('request-malformed', `The request ${verb} does not have the shape it needs`);
  switch (verb) {
    case 'read': {
      const asked = z.strictObject({ key }).safeParse(body);
      return asked.success ? records.read(asked.data.key) : malformed;
    }
    case 'list':
    case 'last': {
      const asked = z.strictObject({ prefix }).safeParse(body);
      return asked.success ? records[verb](asked.data.prefix) : malformed;
    }
    case 'commit': {
      const asked = change.safeParse(body);
      if (!asked.success) return malformed;
      const { writes, conditions, events } = asked.data;
      const exact = writes.map(({ key: name, value, small }) =>
        small === undefined ? { key: name, value } : { key: name, value, small },
      );
      return records.commit({ writes: exact, conditions, events });
    }
    default:
      return fail('unknown-operation', `There is no operation ${JSON.stringify(verb)}`);
  }
}

function respond(result: Result<unknown>): Response {
  const body = result.ok ? { ok: true, value: result.value ?? null } : { ok: false, problem: result.problem };
  return Response.json(body, { status: result.ok ? 200 : 409 });
}
