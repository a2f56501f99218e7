/** Keyset pages of events by seq, a bounded piece of work per call, and counts that only look at what is new. */
import { z } from 'zod';
import { decodeEvent } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import { blockSize } from './event-blocks.ts';
import { type Condition, rangeOfTime, type Search, type SeqRange, searchOf, type Walk } from './filter.ts';
import type { EventFilter, EventPage, PageQuery, SqlValue } from './port.ts';
import type { Connection } from './sqlite.ts';

/** A text search reads at most this many events per call; its page may be short and still have a next one. */
const textScanLength = 100_000;

interface Source {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Events of a range, one by one. */
function eventsIn(range: SeqRange, conditions: readonly Condition[]): Source {
  const all = ['seq >= ?', 'seq < ?', ...conditions.map(({ sql }) => sql)];
  return {
    sql: `FROM event NOT INDEXED WHERE ${all.join(' AND ')}`,
    parameters: [range.from, range.to, ...conditions.flatMap(({ parameters }) => parameters)],
  };
}

/** Events of a range in the blocks that hold the term of a walk. */
function eventsOf(walk: Walk, range: SeqRange): Source {
  const all = ['seq >= ?', 'seq < ?', ...walk.conditions.map(({ sql }) => sql)];
  return {
    sql: `FROM event_posting AS posting CROSS JOIN event
      WHERE posting.kind = ? AND posting.term = ? AND posting.block >= ? AND posting.block <= ?
      AND seq >= posting.block * ${blockSize} AND seq < posting.block * ${blockSize} + ${blockSize}
      AND ${all.join(' AND ')}`,
    parameters: [
      walk.kind,
      walk.term,
      Math.floor(range.from / blockSize),
      Math.floor((range.to - 1) / blockSize),
      range.from,
      range.to,
      ...walk.conditions.flatMap(({ parameters }) => parameters),
    ],
  };
}

const rows = z.array(z.object({ seq: z.number(), canonical: z.instanceof(Uint8Array) }));

/** What is left to see, cut to what one call may read. */
function rangeToSearch(query: PageQuery, size: number): { readonly left: SeqRange; readonly searched: SeqRange } {
  const after = query.after ?? null;
  const descending = query.direction === 'descending';
  const left = descending
    ? { from: 0, to: after === null ? size : Math.min(after, size) }
    : { from: after === null ? 0 : after + 1, to: size };
  if (query.filter?.text === undefined || left.to - left.from <= textScanLength) return { left, searched: left };
  const searched = descending
    ? { from: left.to - textScanLength, to: left.to }
    : { from: left.from, to: left.from + textScanLength };
  return { left, searched };
}

/**
 * A page of at most `limit` events (1 to 500) of the first `size`. Events that cannot be read are named in `damaged`,
 * not left out in silence. `next` is null at the end.
 */
export function pageOfEvents(connection: Connection, query: PageQuery, size: number): EventPage {
  const limit = Math.min(Math.max(Math.trunc(query.limit), 1), 500);
  const descending = query.direction === 'descending';
  const filter = query.filter ?? {};
  const { left, searched } = rangeToSearch(query, size);
  const range = rangeOfTime(connection, filter, searched);
  const search = searchOf(connection, filter);
  const order = descending ? 'DESC' : 'ASC';
  const read = ({ sql, parameters }: Source, by: string) => {
    const statement = connection.prepare(`SELECT seq, canonical ${sql} ORDER BY ${by} LIMIT ?`);
    return rows.parse(statement.all(...parameters, limit + 1));
  };
  const { covered, rest } = split(search, range);
  const found = [
    ...(rest.to > rest.from ? read(eventsIn(rest, search.conditions), `seq ${order}`) : []),
    ...(search.walks ?? []).flatMap((walk) =>
      covered.to > covered.from ? read(eventsOf(walk, covered), `posting.block ${order}, seq ${order}`) : [],
    ),
  ];
  found.sort((one, other) => (descending ? other.seq - one.seq : one.seq - other.seq));
  const shown = found.slice(0, limit);
  const events: LedgerEvent[] = [];
  const damaged: number[] = [];
  for (const row of shown) {
    const event = decodeEvent(row.canonical, row.seq);
    if (event.ok) events.push(event.value);
    else damaged.push(row.seq);
  }
  return { events, damaged, next: nextAfter() };

  function nextAfter(): number | null {
    if (found.length > limit) return shown.at(-1)?.seq ?? null;
    if (descending) return searched.from > left.from ? searched.from : null;
    return searched.to < left.to ? searched.to - 1 : null;
  }
}

/** The part of a range that the walks of a search cover, and the part that is looked at one by one. */
function split(
  { walks, indexed }: Search,
  { from, to }: SeqRange,
): { readonly covered: SeqRange; readonly rest: SeqRange } {
  const border = walks === null ? from : Math.min(Math.max(from, indexed), to);
  return { covered: { from, to: border }, rest: { from: border, to } };
}

/** Counts matches. Events never change, so what was counted once is remembered and only newer events are looked at. */
export class EventCounter {
  readonly #connection: Connection;
  readonly #counted = new Map<string, { readonly through: number; readonly matches: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** How many of the first `size` events match. `size` never shrinks between calls. */
  count(filter: EventFilter, size: number): number {
    const key = JSON.stringify([filter.type, filter.actor, filter.subject, filter.since, filter.until, filter.text]);
    const known = this.#counted.get(key) ?? { through: 0, matches: 0 };
    const range = rangeOfTime(this.#connection, filter, { from: known.through, to: size });
    const search = searchOf(this.#connection, filter);
    const { covered, rest } = split(search, range);
    const newer = rest.to > rest.from ? this.#countOf(eventsIn(rest, search.conditions)) : 0;
    const walked = (search.walks ?? []).reduce((sum, walk) => sum + this.#countWalk(walk, covered), 0);
    const matches = known.matches + newer + walked;
    if (this.#counted.size >= 100) this.#counted.clear();
    this.#counted.set(key, { through: size, matches });
    return matches;
  }

  #countOf({ sql, parameters }: Source, what = 'count(*)'): number {
    return z.number().parse(
      this.#connection
        .prepare(`SELECT ${what} ${sql}`)
        .pluck()
        .get(...parameters),
    );
  }

  /** Whole blocks are counted from the index alone when every event of the term is meant. */
  #countWalk(walk: Walk, { from, to }: SeqRange): number {
    const [first, last] = [Math.ceil(from / blockSize), Math.floor(to / blockSize)];
    if (from >= to) return 0;
    if (!walk.whole || first >= last) return this.#countOf(eventsOf(walk, { from, to }));
    const blocks = {
      sql: 'FROM event_posting WHERE kind = ? AND term = ? AND block >= ? AND block < ?',
      parameters: [walk.kind, walk.term, first, last],
    };
    const edges = [
      { from, to: first * blockSize },
      { from: last * blockSize, to },
    ].filter((edge) => edge.from < edge.to);
    return edges.reduce(
      (sum, edge) => sum + this.#countOf(eventsOf(walk, edge)),
      this.#countOf(blocks, 'coalesce(sum(events), 0)'),
    );
  }
}
