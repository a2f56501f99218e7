/** Laws of appending: how events are grouped does not matter, what is read is what was written, any change is found. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../core/canonical/index.ts';
import type { EventDraft } from '../../core/ledger/index.ts';
import { auditOf } from '../fixture/audit.ts';
import { countingRandom, expectValue, handClock, noteDraft, temporaryLedger } from '../fixture/ledger.ts';
import { tamper } from '../fixture/tamper.ts';

const long = process.env.MIZAN_LONG === '1';
const runs = { numRuns: long ? 300 : 15 };

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const data = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }) as fc.Arbitrary<{
  [key: string]: Json;
}>;
const payload = fc.record({ name: text.filter((name) => name !== ''), body: fc.uint8Array({ maxLength: 200 }) });
const draft: fc.Arbitrary<EventDraft> = fc
  .record({ data, payloads: fc.uniqueArray(payload, { selector: ({ name }) => name, maxLength: 3 }) })
  .map(({ data: facts, payloads }) =>
    noteDraft('', {
      data: facts,
      payloads: payloads.map((one) => ({ ...one, mediaType: 'application/octet-stream' })),
    }),
  );
const drafts = fc.array(draft, { minLength: 1, maxLength: 20 });

function appended(groups: readonly (readonly EventDraft[])[]) {
  const ledger = temporaryLedger({ clock: handClock(), random: countingRandom() });
  for (const group of groups) expectValue(ledger.append(group));
  return ledger;
}

test('one by one or all together, the tree is the same', () => {
  fc.assert(
    fc.property(drafts, fc.nat(), (list, cut) => {
      const middle = cut % (list.length + 1);
      const together = appended([list]);
      const single = appended(list.map((one) => [one]));
      const halves = appended([list.slice(0, middle), list.slice(middle)]);
      expect(single.root()).toBe(together.root());
      expect(halves.root()).toBe(together.root());
    }),
    runs,
  );
});

test('what is read is what was written, and it is canonical', () => {
  fc.assert(
    fc.property(drafts, (list) => {
      const ledger = appended([list]);
      for (const [index, { data: facts, payloads = [] }] of list.entries()) {
        const seq = index + 1;
        const event = expectValue(ledger.event(seq));
        expect(canonicalJson(event.data)).toBe(canonicalJson(facts));
        const bytes = Buffer.from(expectValue(ledger.canonical(seq))).toString('utf8');
        expect(bytes).toBe(canonicalJson(JSON.parse(bytes)));
        for (const { name, body } of payloads) {
          const read = expectValue(ledger.body(seq, name));
          expect(read.state === 'present' && Buffer.from(read.body).equals(Buffer.from(body))).toBe(true);
        }
      }
      expect(auditOf(ledger.path).firstBad).toBeNull();
    }),
    runs,
  );
});

test('any other salt, body or node is found', () => {
  fc.assert(
    fc.property(drafts, fc.nat(), fc.constantFrom('salt', 'body', 'hash'), (list, pick, column) => {
      const ledger = appended([list]);
      ledger.close();
      const table = column === 'hash' ? 'node' : 'payload';
      let changed = 0;
      tamper(ledger.path, (database) => {
        const count = Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
        if (count === 0) return;
        const key = column === 'hash' ? 'position' : `seq || '/' || name`;
        const find = `SELECT ${key} FROM ${table} ORDER BY 1 LIMIT 1 OFFSET ${pick % count}`;
        changed = database
          .prepare(`UPDATE ${table} SET ${column} = CAST(${column} || x'00' AS BLOB) WHERE ${key} = (${find})`)
          .run().changes;
      });
      expect(auditOf(ledger.path).ok).toBe(changed === 0);
    }),
    runs,
  );
});
