import type { Json } from '../canonical/index.ts';
import type { LedgerEvent, Projection, ProjectionTables, SqlValue } from '../ledger/index.ts';

const prefix = 'run:';

function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function count(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function errorOf(data: LedgerEvent['data']): { readonly type: string | null; readonly message: string | null } {
  const { error } = data;
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return { type: null, message: null };
  const { type, message } = error as { readonly [key: string]: Json };
  return { type: text(type), message: text(message) };
}

/**
 * Every run, one row each, for lists and views. A row is written when a run begins, stops or goes on, not at every
 * step.
 */
export const runsProjection: Projection = {
  name: 'machine-runs',
  tables: ['machine_runs'],
  apply: (event, tables) => {
    if (!event.type.startsWith('run.') || !event.subject.startsWith(prefix)) return;
    const id = event.subject.slice(prefix.length);
    const { data, at, seq } = event;
    switch (event.type) {
      case 'run.started':
        tables.run(
          `INSERT INTO machine_runs
             (execution_id, machine, digest, parent, status, state, started_at, changed_at, started_seq)
           VALUES (?, ?, ?, ?, 'running', ?, ?, ?, ?) ON CONFLICT (execution_id) DO NOTHING`,
          [
            id,
            text(data.machine) ?? '',
            text(data.digest) ?? '',
            text(data.parent),
            text(data.state) ?? '',
            at,
            at,
            seq,
          ],
        );
        return;
      case 'run.stepped':
        // A run at work is only marked as such: `placeOf` reads where it stands from its newest event (see place.ts).
        if (data.resumed === true) put(tables, id, at, 'running', data, [null, null, null]);
        return;
      case 'run.finished':
        return put(tables, id, at, 'done', data, [null, null, null]);
      case 'run.cancelled':
        return put(tables, id, at, 'cancelled', data, [null, null, null]);
      case 'run.parked':
        return put(tables, id, at, 'parked', data, [text(data.waiting_for), null, null]);
      case 'run.failed': {
        const { type, message } = errorOf(data);
        return put(tables, id, at, 'failed', data, [null, type, message]);
      }
      default:
        return;
    }
  },
};

function put(
  tables: ProjectionTables,
  id: string,
  at: string,
  status: string,
  data: LedgerEvent['data'],
  rest: readonly SqlValue[],
): void {
  tables.run(
    `UPDATE machine_runs SET status = ?, state = ?, step = ?, api_calls = ?, cost = ?, waiting_for = ?, error_type = ?,
     error_message = ?, changed_at = ? WHERE execution_id = ?`,
    [
      status,
      text(data.state) ?? text(data.to) ?? '',
      count(data.step),
      count(data.total_api_calls),
      count(data.total_cost),
      ...rest,
      at,
      id,
    ],
  );
}
