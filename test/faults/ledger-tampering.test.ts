/**
 * Somebody with the file and a SQLite shell changes it. The audit, with a public key, has to name the first bad event.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatVerifierKey, type NoteVerifier, parseVerifierKey } from '../../core/ledger/index.ts';
import { appendLeaf, emptyFrontier, leafHash, nodeCount, type TreeHash } from '../../core/ledger/merkle-tree.ts';
import { auditOf, freshKey } from '../fixture/audit.ts';
import { expectValue, noteDraft, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';
import { tamper } from '../fixture/tamper.ts';

const events = 40;

/** A ledger of 40 events, every third with two payloads, checkpoints at 1, 11, 21 and 31 events, and its public key. */
function evidence(): { readonly path: string; readonly keys: readonly NoteVerifier[] } {
  const key = freshKey();
  const ledger = temporaryLedger({ checkpoints: { key, policy: { everyEvents: 10, everySeconds: 1e9 } } });
  for (let seq = 1; seq < events; seq += 1) {
    const payloads = ['log', 'diff'].map((name) => ({ name, mediaType: 'text/plain', body: `${name} of ${seq}` }));
    const actor = { kind: 'agent', id: 'a' } as const;
    expectValue(ledger.append([noteDraft(`event ${seq}`, { actor, payloads: seq % 3 === 0 ? payloads : [] })]));
  }
  const published = formatVerifierKey({ kind: 'note', name: expectValue(ledger.origin()), publicKey: key.publicKey });
  ledger.close();
  return { path: ledger.path, keys: [expectValue(parseVerifierKey(published))] };
}

const bytes = z.instanceof(Buffer);

/** Computes the stored tree again after a change, as a careful forger would. */
function repairTree(database: import('better-sqlite3').Database): void {
  database.exec('DELETE FROM node');
  let frontier = emptyFrontier;
  const insert = database.prepare('INSERT INTO node (position, hash) VALUES (?, ?)');
  for (const canonical of database.prepare('SELECT canonical FROM event ORDER BY seq').pluck().all()) {
    const appended: { readonly frontier: typeof frontier; readonly completed: readonly TreeHash[] } = appendLeaf(
      frontier,
      leafHash(bytes.parse(canonical)),
    );
    for (const [offset, node] of appended.completed.entries()) insert.run(nodeCount(frontier.size) + offset, node);
    frontier = appended.frontier;
  }
}

const rewrite = `
  UPDATE event SET canonical = CAST(replace(CAST(canonical AS TEXT), 'event 7', 'event 8') AS BLOB) WHERE seq = 7`;
const renumberUp = 'UPDATE event SET seq = -seq - 1 WHERE seq >= 15; UPDATE event SET seq = -seq WHERE seq < 0;';
const forged = `INSERT INTO event (seq, canonical) SELECT 15, canonical FROM event WHERE seq = 14`;
const swap = `
  UPDATE event SET seq = -5 WHERE seq = 5;
  UPDATE event SET seq = 5 WHERE seq = 6;
  UPDATE event SET seq = 6 WHERE seq = -5;`;
const truncate = 'DELETE FROM payload WHERE seq >= 25; DELETE FROM event WHERE seq >= 25;';
const renumberDown = `
  DELETE FROM payload WHERE seq = 15;
  DELETE FROM event WHERE seq = 15;
  UPDATE event SET seq = seq - 1 WHERE seq > 15;`;
const swapPayloads = `
  CREATE TEMP TABLE body_of AS SELECT seq, salt, body FROM payload WHERE name = 'log' AND seq IN (6, 9);
  UPDATE payload SET (salt, body) = (SELECT salt, body FROM body_of WHERE body_of.seq = 15 - payload.seq)
  WHERE name = 'log' AND seq IN (6, 9);`;

test.each([
  { what: 'an edit', sql: rewrite, code: 'event-altered', seq: 7 },
  { what: 'an edit with a repaired tree', sql: rewrite, repair: true, code: 'checkpoint-root-differs', seq: 1 },
  { what: 'a deletion', sql: 'DELETE FROM event WHERE seq = 16', code: 'event-missing', seq: 16 },
  { what: 'a deletion, the rest renumbered', sql: renumberDown, code: 'event-moved', seq: 15 },
  { what: 'the same with a repaired tree', sql: renumberDown, repair: true, code: 'event-moved', seq: 15 },
  { what: 'an insertion', sql: renumberUp + forged, code: 'event-moved', seq: 15 },
  { what: 'an insertion with a repaired tree', sql: renumberUp + forged, repair: true, code: 'event-moved', seq: 15 },
  { what: 'two events in the other order', sql: swap, code: 'event-moved', seq: 5 },
  { what: 'the same with a repaired tree', sql: swap, repair: true, code: 'event-moved', seq: 5 },
  { what: 'the end cut off below a checkpoint', sql: truncate, code: 'ledger-truncated', seq: 25 },
  { what: 'the same with a repaired tree', sql: truncate, repair: true, code: 'ledger-truncated', seq: 25 },
  { what: 'two payloads swapped', sql: swapPayloads, code: 'payload-altered', seq: 6 },
  { what: 'a payload edited', sql: `UPDATE payload SET body = x'00' WHERE seq = 9`, code: 'payload-altered', seq: 9 },
  {
    what: 'a payload deleted',
    sql: `DELETE FROM payload WHERE seq = 9 AND name = 'diff'`,
    code: 'payload-missing',
    seq: 9,
  },
  {
    what: 'a byte moved from a body to its salt',
    sql: `UPDATE payload SET salt = CAST(salt || substr(body, 1, 1) AS BLOB), body = substr(body, 2) WHERE seq = 9`,
    code: 'payload-altered',
    seq: 9,
  },
  {
    what: 'a body emptied without a redaction',
    sql: `UPDATE payload SET salt = NULL, body = NULL WHERE seq = 9 AND name = 'diff'`,
    code: 'payload-missing',
    seq: 9,
  },
  {
    what: 'a payload added',
    sql: `INSERT INTO payload (place, name, salt, body) VALUES (4 << 20, 'x', x'00', x'00')`,
    code: 'payload-extra',
    seq: 1,
  },
  {
    what: 'a body moved to another place of its event',
    sql: `UPDATE payload SET place = place + 5 WHERE seq = 9 AND name = 'diff'`,
    code: 'payload-missing',
    seq: 9,
  },
  {
    what: 'a body added behind those of an event that has some',
    sql: `INSERT INTO payload (place, name, salt, body) VALUES ((9 << 20) + 1048575, 'log', x'00', x'00')`,
    code: 'payload-extra',
    seq: 1,
  },
  {
    what: 'a leaf hash edited',
    sql: 'UPDATE node SET hash = zeroblob(32) WHERE position = 8',
    code: 'node-altered',
    seq: 5,
  },
  {
    what: 'a parent edited',
    sql: 'UPDATE node SET hash = zeroblob(32) WHERE position = 6',
    code: 'node-altered',
    seq: 3,
  },
  { what: 'a node deleted', sql: 'DELETE FROM node WHERE position = 30', code: 'node-missing', seq: 15 },
  {
    what: 'a checkpoint deleted',
    sql: 'DELETE FROM checkpoint WHERE number = 2',
    code: 'checkpoint-missing',
    seq: null,
  },
  { what: 'all checkpoints deleted', sql: 'DELETE FROM checkpoint', code: 'checkpoint-missing', seq: null },
  {
    what: 'a signature edited',
    sql: `
      UPDATE checkpoint SET note = substr(note, 1, length(note) - 12) || 'AAAA' || substr(note, -8) WHERE number = 3`,
    code: 'checkpoint-signature-invalid',
    seq: null,
  },
  {
    what: 'a checkpoint filed under another size',
    sql: 'UPDATE checkpoint SET tree_size = 22 WHERE number = 3',
    code: 'checkpoint-damaged',
    seq: null,
  },
])('$what is detected', ({ sql, repair, code, seq }) => {
  const { path, keys } = evidence();
  expect(auditOf(path, keys)).toMatchObject({ ok: true, events, checkpoints: 4, signedEvents: 31 });
  tamper(path, (database) => {
    database.exec(sql);
    if (repair === true) repairTree(database);
  });
  expect(auditOf(path, keys).firstBad).toMatchObject({ code, seq });
});

test('a schema that was altered is named even when the events are sound', () => {
  const { path, keys } = evidence();
  tamper(path, (database) => database.exec('CREATE TABLE extra (x)'));
  expect(auditOf(path, keys).firstBad).toMatchObject({ seq: null, code: 'ledger-schema-altered' });
});

test('200 random mutations of rows are all detected', () => {
  const { path, keys } = evidence();
  const copy = join(temporaryFolder(), 'copy.mizan');
  const undetected: string[] = [];
  let state = 12345;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  for (let round = 0; round < 200; round += 1) {
    copyFileSync(path, copy);
    const what = mutate(copy, below);
    if (auditOf(copy, keys).ok) undetected.push(what);
  }
  expect(undetected).toEqual([]);
});

const cells = [
  { table: 'event', column: 'canonical', key: 'seq' },
  { table: 'node', column: 'hash', key: 'position' },
  { table: 'payload', column: 'body', key: `seq || '/' || name` },
  { table: 'payload', column: 'salt', key: `seq || '/' || name` },
  { table: 'checkpoint', column: 'note', key: 'number' },
] as const;
const target = z.object({ row: z.union([z.number(), z.string()]), value: z.union([z.string(), z.instanceof(Buffer)]) });

/**
 * Deletes a row, or changes one bit of a cell: through SQLite, or for events in the file itself. Returns what was
 * done.
 */
function mutate(path: string, below: (limit: number) => number): string {
  const { table, column, key } = cells[below(cells.length)] ?? cells[0];
  let done = '';
  let edit: { readonly from: Buffer; readonly to: Buffer } | null = null;
  tamper(path, (database) => {
    const rows = database.prepare(`SELECT ${key} AS row, ${column} AS value FROM ${table}`).all();
    const { row, value } = target.parse(rows[below(rows.length)]);
    if (below(4) === 0) {
      database.prepare(`DELETE FROM ${table} WHERE ${key} = ?`).run(row);
      done = `deleted row ${row} of ${table}`;
      return;
    }
    const changed = Buffer.from(value);
    const at = below(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
    done = `changed byte ${at} of ${column} in row ${row} of ${table}`;
    if (table === 'event') edit = { from: Buffer.from(value), to: changed };
    else {
      const stored = typeof value === 'string' ? changed.toString('latin1') : changed;
      database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(stored, row);
    }
  });
  if (edit !== null) hexEdit(path, edit);
  return done;
}

/** Replaces bytes in the file as a hex editor would: SQLite itself refuses to index an event that is not JSON. */
function hexEdit(path: string, { from, to }: { readonly from: Buffer; readonly to: Buffer }): void {
  const file = readFileSync(path);
  const at = file.indexOf(from);
  expect(at).toBeGreaterThan(0);
  to.copy(file, at);
  writeFileSync(path, file);
}
