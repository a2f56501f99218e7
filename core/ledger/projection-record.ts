/** Which projections a file has, so that no program appends events past a view it does not know. */
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import { indexProjections } from './event-index.ts';
import type { Projection } from './port.ts';
import { replay } from './replay.ts';
import type { Connection } from './sqlite.ts';

const names = z.array(z.string());

/**
 * Replays the history for projections that are new to the file, and for all after a migration. Call inside a
 * transaction. Errors: `ledger-projection-unknown`, `event-damaged`.
 */
export function bringProjectionsUp(
  connection: Connection,
  path: string,
  projections: readonly Projection[],
  migrated: boolean,
): Result<null> {
  const recorded = names.parse(connection.prepare('SELECT name FROM projection ORDER BY name').pluck().all());
  const unknown = recorded.filter((name) => !projections.some((projection) => projection.name === name));
  if (unknown.length > 0) {
    return fail(
      'ledger-projection-unknown',
      `This ledger keeps views that this program does not: ${unknown.join(', ')}; ` +
        'open it with the program that made it',
      path,
    );
  }
  const added = projections.filter(({ name }) => !recorded.includes(name));
  const steps = replay(connection, connection, migrated ? [...indexProjections(connection), ...projections] : added);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  if (!step.value.ok) return step.value;
  for (const { name } of added) connection.prepare('INSERT INTO projection (name) VALUES (?)').run(name);
  return ok(null);
}
