/** Keyset pages of events by seq, a bounded piece of work per call, and counts that only look at what is new. */
import { z } from 'zod';
import { decodeEvent } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import { rangeOfTime, type SeqRange, type Walk, walksOf } from './filter.ts';
import type { EventFilter, EventPage, PageQuery, SqlValue } from './port.ts';
import type { Connection } from './sqlite.ts';

/** A text search reads at most this many events per call; its page may be short and still have a next one. */
const textScanLength = 100_000;

function fromClause(walk: Walk): string {
  const conditions = ['seq >= ?', 'seq < ?', ...walk.conditions.map(({ sql }) => sql)];
  const index = walk.index === null ? 'NOT INDEXED' : `INDEXED BY ${walk.index}`;
  return `FROM event ${index} WHERE ${conditions.join(' AND ')}`;
}

function parametersOf(walk: Walk, range: SeqRange): readonly SqlValue[] {
  return [range.from, range.to, ...walk.conditions.flatMap(({ parameters }) => parameters)];
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

export function pageOfEvents(connection: Connection, query: PageQuery, size: number): EventPage {
  const limit = Math.min(Math.max(Math.trunc(query.limit), 1), 500);
  const descending = query.direction === 'descending';
  const filter = query.filter ?? {};
  const { left, searched } = rangeToSearch(query, size);
  const range = rangeOfTime(connection, filter, searched);
  const found = walksOf(connection, filter).flatMap((walk) => {
    const order = descending ? 'DESC' : 'ASC';
    const statement = connection.prepare(`SELECT seq, canonical ${fromClause(walk)} ORDER BY seq ${order} LIMIT ?`);
    return rows.parse(statement.all(...parametersOf(walk, range), limit + 1));
  });
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

/** Counts matches. Events never change, so what was counted once is remembered and only newer events are looked at. */
export class EventCounter {
  readonly #connection: Connection;
  readonly #counted = new Map<string, { readonly through: number; readonly matches: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  count(filter: EventFilter, size: number): number {
    const key = JSON.stringify([filter.type, filter.actor, filter.subject, filter.since, filter.until, filter.text]);
    const known = this.#counted.get(key) ?? { through: 0, matches: 0 };
    const range = rangeOfTime(this.#connection, filter, { from: known.through, to: size });
    const matches = walksOf(this.#connection, filter).reduce(
      (sum, walk) =>
        sum +
        z.number().parse(
          this.#connection
            .prepare(`SELECT count(*) ${fromClause(walk)}`)
            .pluck()
            .get(...parametersOf(walk, range)),
        ),
      known.matches,
    );
    if (this.#counted.size >= 100) this.#counted.clear();
    this.#counted.set(key, { through: size, matches });
    return matches;
  }
}
