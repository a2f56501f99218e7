/** Runs projections over events, inside the transaction that appends them or that rebuilds the tables. */
import type { z } from 'zod';
import type { LedgerEvent } from './event.ts';
import type { EventBlock, Projection, ProjectionTables, SqlValue } from './port.ts';
import type { StatementCache } from './statement-cache.ts';

export class Projector {
  readonly projections: readonly Projection[];
  readonly #tables: ProjectionTables;

  constructor(projections: readonly Projection[], statements: StatementCache) {
    this.projections = projections;
    this.#tables = {
      run: (sql: string, parameters: readonly SqlValue[]) => {
        statements.get(sql).run(...parameters);
      },
      select: <T>(sql: string, parameters: readonly SqlValue[], schema: z.ZodType<T>) =>
        statements.select(sql, parameters, schema),
    };
  }

  /** Gives one event to every projection of events, in their order. What one throws undoes the append. */
  apply(event: LedgerEvent): void {
    for (const projection of this.projections) {
      if ('apply' in projection) projection.apply(event, this.#tables);
    }
  }

  /** The same with a block that is complete, for the projections of blocks. */
  applyBlock(block: EventBlock): void {
    for (const projection of this.projections) {
      if ('applyBlock' in projection) projection.applyBlock(block, this.#tables);
    }
  }
}
