/** An event filter as SQL: one index drives the search in the order of seq, the other conditions only check. */
import { z } from 'zod';
import type { EventFilter, SqlValue } from './port.ts';
import type { Connection } from './sqlite.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** One walk through the events: an index (or none) with the conditions that every row must meet. */
export interface Walk {
  readonly index: string | null;
  readonly conditions: readonly Condition[];
}

/** Half-open range of seq. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

const actorKinds = ['agent', 'human', 'integration', 'system'];

/** An actor is named by its id, or by `kind:id`. */
function actorConditions(actor: string): readonly Condition[] {
  const kind = actor.slice(0, Math.max(actor.indexOf(':'), 0));
  if (!actorKinds.includes(kind)) return [{ sql: 'actor_id = ?', parameters: [actor] }];
  return [
    { sql: 'actor_id = ?', parameters: [actor.slice(kind.length + 1)] },
    { sql: '+actor_kind = ?', parameters: [kind] },
  ];
}

function textCondition(text: string): Condition {
  const escaped = text.replace(/[\\%_]/g, (character) => `\\${character}`);
  return { sql: `CAST(canonical AS TEXT) LIKE ? ESCAPE '\\'`, parameters: [`%${escaped}%`] };
}

const text = z.string().nullable();

/** The types in the file that the filter means: itself, or all that begin with a prefix ending in a dot. */
function typesMeant(connection: Connection, type: string): readonly string[] {
  if (!type.endsWith('.')) return [type];
  const next = connection.prepare('SELECT min(type) FROM event WHERE type >= ?').pluck();
  const types: string[] = [];
  let found = text.parse(next.get(type));
  while (found?.startsWith(type)) {
    types.push(found);
    found = text.parse(next.get(`${found}\u0001`));
  }
  return types;
}

/** The walks whose union, ordered by seq, is what the filter means. They do not overlap. */
export function walksOf(connection: Connection, filter: EventFilter): readonly Walk[] {
  const checks: Condition[] = [];
  if (filter.since !== undefined) checks.push({ sql: '+at >= ?', parameters: [filter.since] });
  if (filter.until !== undefined) checks.push({ sql: '+at < ?', parameters: [filter.until] });
  if (filter.text !== undefined && filter.text !== '') checks.push(textCondition(filter.text));
  if (filter.subject === undefined && filter.actor === undefined) {
    if (filter.type === undefined) return [{ index: null, conditions: checks }];
    return typesMeant(connection, filter.type).map((type) => ({
      index: 'event_by_type',
      conditions: [{ sql: 'type = ?', parameters: [type] }, ...checks],
    }));
  }
  if (filter.type?.endsWith('.')) {
    checks.push({ sql: 'substr(type, 1, ?) = ?', parameters: [filter.type.length, filter.type] });
  } else if (filter.type !== undefined) {
    checks.push({ sql: '+type = ?', parameters: [filter.type] });
  }
  const actor = filter.actor === undefined ? [] : actorConditions(filter.actor);
  if (filter.subject === undefined) return [{ index: 'event_by_actor', conditions: [...actor, ...checks] }];
  const subject = { sql: 'subject = ?', parameters: [filter.subject] };
  return [{ index: 'event_by_subject', conditions: [subject, ...actor, ...checks] }];
}

const bounds = z.object({ from: z.number().nullable(), to: z.number().nullable() });

/** The part of the ledger in which events of the filter's time can stand, read from the index on time alone. */
export function rangeOfTime(connection: Connection, filter: EventFilter, range: SeqRange): SeqRange {
  if (filter.since === undefined && filter.until === undefined) return range;
  const found = bounds.parse(
    connection
      .prepare('SELECT min(seq) AS "from", max(seq) + 1 AS "to" FROM event WHERE at >= ? AND at < ?')
      .get(filter.since ?? '', filter.until ?? '\u{10ffff}'),
  );
  return { from: Math.max(range.from, found.from ?? range.to), to: Math.min(range.to, found.to ?? range.from) };
}
