/** An event filter as SQL: conditions that every event must meet, and the term of the index that leads to them. */
import { z } from 'zod';
import { blockSize } from './event-blocks.ts';
import { indexedEvents, type TermKind } from './event-index.ts';
import type { EventFilter, SqlValue } from './port.ts';
import type { Connection } from './sqlite.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** One walk through the blocks that hold a term. Walks of one search do not overlap. */
export interface Walk {
  readonly kind: TermKind;
  readonly term: string;
  readonly conditions: readonly Condition[];
  /** Every event of the term is meant: counting needs no event. */
  readonly whole: boolean;
}

/** What a filter means. */
export interface Search {
  /** Number of events that the index covers. */
  readonly indexed: number;
  /** For events looked at one by one. */
  readonly conditions: readonly Condition[];
  /** Null: the index does not help. Otherwise the union of these is what the filter means, among the indexed events. */
  readonly walks: readonly Walk[] | null;
}

/** Half-open range of seq. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

const actorKinds = ['agent', 'human', 'integration', 'system'];

/** An actor is named by its id, or by `kind:id`. */
function actorOf(actor: string): { readonly kind: string | null; readonly id: string } {
  const kind = actor.slice(0, Math.max(actor.indexOf(':'), 0));
  return actorKinds.includes(kind) ? { kind, id: actor.slice(kind.length + 1) } : { kind: null, id: actor };
}

function textCondition(text: string): Condition {
  const escaped = text.replace(/[\\%_]/g, (character) => `\\${character}`);
  return { sql: `CAST(canonical AS TEXT) LIKE ? ESCAPE '\\'`, parameters: [`%${escaped}%`] };
}

const text = z.string().nullable();

/** The indexed types that the filter means: itself, or all that begin with a prefix ending in a dot. */
function typesMeant(connection: Connection, type: string): readonly string[] {
  if (!type.endsWith('.')) return [type];
  const next = connection.prepare(`SELECT min(term) FROM event_posting WHERE kind = 'type' AND term >= ?`).pluck();
  const types: string[] = [];
  let found = text.parse(next.get(type));
  while (found?.startsWith(type)) {
    types.push(found);
    found = text.parse(next.get(`${found}\u0001`));
  }
  return types;
}

function conditionsOnActor({ kind, id }: ReturnType<typeof actorOf>): readonly Condition[] {
  const byId = { sql: 'actor_id = ?', parameters: [id] };
  return kind === null ? [byId] : [byId, { sql: 'actor_kind = ?', parameters: [kind] }];
}

/** A type that ends in a point means every type that begins so. */
function conditionOnType(type: string): Condition {
  return type.endsWith('.')
    ? { sql: 'substr(type, 1, ?) = ?', parameters: [type.length, type] }
    : { sql: 'type = ?', parameters: [type] };
}

function conditionsOnRest({ since, until, text: part }: EventFilter): readonly Condition[] {
  return [
    ...(since === undefined ? [] : [{ sql: 'at >= ?', parameters: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'at < ?', parameters: [until] }]),
    ...(part === undefined || part === '' ? [] : [textCondition(part)]),
  ];
}

/** How a filter is searched for in this file. */
export function searchOf(connection: Connection, filter: EventFilter): Search {
  const { type, subject } = filter;
  const actor = filter.actor === undefined ? null : actorOf(filter.actor);
  const typeCondition = type === undefined ? null : conditionOnType(type);
  const conditions = [
    ...(subject === undefined ? [] : [{ sql: 'subject = ?', parameters: [subject] }]),
    ...(actor === null ? [] : conditionsOnActor(actor)),
    ...(typeCondition === null ? [] : [typeCondition]),
    ...conditionsOnRest(filter),
  ];
  const indexed = indexedEvents(connection);
  const whole = conditions.length === 1;
  const walk = (kind: TermKind, term: string): Search => ({
    indexed,
    conditions,
    walks: [{ kind, term, conditions, whole }],
  });
  if (indexed === 0) return { indexed, conditions, walks: null };
  if (subject !== undefined) return walk('subject', subject);
  if (actor !== null) return walk('actor', actor.id);
  if (type === undefined) return { indexed, conditions, walks: null };
  const others = conditions.filter((condition) => condition !== typeCondition);
  const walks = typesMeant(connection, type).map(
    (term): Walk => ({
      kind: 'type',
      term,
      conditions: [{ sql: 'type = ?', parameters: [term] }, ...others],
      whole,
    }),
  );
  return { indexed, conditions, walks };
}

const bounds = z.object({ first: z.number().nullable(), last: z.number().nullable() });

/** The part of the range in which events of the filter's time can stand: whole blocks, and what no block holds yet. */
export function rangeOfTime(connection: Connection, filter: EventFilter, range: SeqRange): SeqRange {
  const indexed = filter.since === undefined && filter.until === undefined ? 0 : indexedEvents(connection);
  if (indexed === 0) return range;
  const { first, last } = bounds.parse(
    connection
      .prepare('SELECT min(block) AS first, max(block) AS last FROM event_block WHERE latest >= ? AND earliest < ?')
      .get(filter.since ?? '', filter.until ?? '\u{10ffff}'),
  );
  const newer = connection
    .prepare('SELECT 1 FROM event WHERE seq >= ? AND at >= ? AND at < ? LIMIT 1')
    .get(indexed, filter.since ?? '', filter.until ?? '\u{10ffff}');
  const from = first === null ? indexed : first * blockSize;
  const to = newer !== undefined ? range.to : last === null ? indexed : (last + 1) * blockSize;
  return { from: Math.max(range.from, from), to: Math.min(range.to, to) };
}
