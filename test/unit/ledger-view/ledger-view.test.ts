import { describe, expect, test } from 'vitest';
import { getEvent, listEvents, pieceLength, readBody } from '../../../core/ledger-view/index.ts';
import { expectProblem, expectValue, noteDraft, temporaryLedger } from '../../fixture/ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

const everything = { filter: {}, cursor: null, limit: 500, direction: 'ascending' } as const;
const describers = [(event: { type: string; data: unknown }) => (event.type === 'note.written' ? 'A note' : null)];

describe('listEvents', () => {
  test('pages from any event on, in both directions', () => {
    const ledger = temporaryLedger();
    expectValue(ledger.append([1, 2, 3, 4].map((number) => noteDraft(`${number}`))));
    const page = expectValue(listEvents(ledger, { ...everything, cursor: '1', limit: 2 }, describers));
    expect(page.rows.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(page).toMatchObject({ next: '3', total: 5 });
    const back = expectValue(
      listEvents(ledger, { ...everything, cursor: '2', limit: 5, direction: 'descending' }, describers),
    );
    expect(back.rows.map(({ seq }) => seq)).toEqual([1, 0]);
    expect(back.next).toBeNull();
  });

  test('words what the rooms know, what the ledger did, and names the rest', () => {
    const ledger = temporaryLedger();
    expectValue(ledger.append([noteDraft('1'), noteDraft('2', { type: 'thing.happened', subject: 'thing:1' })]));
    const { rows } = expectValue(listEvents(ledger, everything, describers));
    expect(rows.map(({ summary }) => summary)).toEqual([
      'The ledger was created',
      'A note',
      'thing.happened about thing:1',
    ]);
  });

  test.each(['x', '1.5', '--1', '9'.repeat(30)])('refuses the cursor %j', (cursor) => {
    const problem = expectProblem(listEvents(temporaryLedger(), { ...everything, cursor }, describers));
    expect(problem).toMatchObject({ code: 'input-invalid', place: 'input.cursor' });
  });

  test('an event whose bytes were altered keeps its place and says so', () => {
    const ledger = temporaryLedger();
    expectValue(ledger.append([noteDraft('1'), noteDraft('2')]));
    const rewrite = `
      UPDATE event SET canonical = CAST(replace(CAST(canonical AS TEXT), '"payloads":[]', '"payloads":7') AS BLOB)
      WHERE seq = 1`;
    tamper(ledger.path, (database) => database.exec(rewrite));
    const { rows } = expectValue(listEvents(ledger, everything, describers));
    expect(rows.map(({ seq, type }) => [seq, type])).toEqual([
      [0, 'ledger.created'],
      [1, 'damaged'],
      [2, 'note.written'],
    ]);
  });
});

describe('getEvent', () => {
  test('shows the bytes that were hashed, with a proof that holds', () => {
    const ledger = temporaryLedger();
    expectValue(ledger.append(['a', 'b', 'c'].map((text) => noteDraft(text))));
    const event = expectValue(getEvent(ledger, 2, describers, [() => null]));
    expect(JSON.parse(event.canonical)).toMatchObject({ seq: 2, data: { text: 'b' } });
    expect(event.proof).toMatchObject({ treeSize: 4, root: ledger.root(), verified: true });
    expect(event.proof.path).toHaveLength(2);
    expect(event.signatures).toEqual([]);
  });

  test('a payload that was redacted is marked', () => {
    const ledger = temporaryLedger();
    const payloads = [{ name: 'log', mediaType: 'text/plain', body: 'secret' }];
    expectValue(ledger.append([noteDraft('a', { payloads })]));
    expect(expectValue(getEvent(ledger, 1, [], [])).payloads).toMatchObject([{ name: 'log', redacted: false }]);
    expectValue(ledger.redact({ seq: 1, name: 'log', reason: 'privacy', actor: { kind: 'human', id: 'sam' } }));
    const after = expectValue(getEvent(ledger, 1, [], []));
    expect(after.payloads).toMatchObject([{ name: 'log', redacted: true }]);
    expect(after.proof.verified).toBe(true);
    const rows = expectValue(listEvents(ledger, everything, []));
    expect(rows.rows.at(-1)?.summary).toBe('A payload of event 1 was removed: privacy');
  });

  test('an event that is not there is a problem', () => {
    expect(expectProblem(getEvent(temporaryLedger(), 9, [], [])).code).toBe('event-not-found');
  });
});

describe('readBody', () => {
  function bodyOf(body: string | Uint8Array) {
    const ledger = temporaryLedger();
    expectValue(ledger.append([noteDraft('a', { payloads: [{ name: 'log', mediaType: 'text/plain', body }] })]));
    return (offset: number) => expectValue(readBody(ledger, { seq: 1, name: 'log', offset }));
  }

  test('comes whole when it is small', () => {
    expect(bodyOf('naïve ✓')(0)).toEqual({
      mediaType: 'text/plain',
      text: 'naïve ✓',
      totalCharacters: 7,
      nextOffset: null,
      redacted: null,
    });
  });

  test('comes in pieces that never cut a character in two', () => {
    const text = `${'x'.repeat(pieceLength - 1)}😀${'y'.repeat(10)}`;
    const read = bodyOf(text);
    const first = read(0);
    expect(first).toMatchObject({ nextOffset: pieceLength - 1, totalCharacters: text.length });
    const second = read(first.nextOffset ?? 0);
    expect(second.nextOffset).toBeNull();
    expect(first.text + second.text).toBe(text);
  });

  test('bytes that are no text show as replacement characters, and an offset past the end as nothing', () => {
    const read = bodyOf(Uint8Array.of(0x61, 0xff, 0x62));
    expect(read(0).text).toBe('a\uFFFDb');
    expect(read(99)).toMatchObject({ text: '', nextOffset: null });
  });

  test('a redacted body says who removed it and why', () => {
    const ledger = temporaryLedger();
    expectValue(ledger.append([noteDraft('a', { payloads: [{ name: 'log', mediaType: 'text/plain', body: 'x' }] })]));
    expectValue(ledger.redact({ seq: 1, name: 'log', reason: 'privacy', actor: { kind: 'human', id: 'sam' } }));
    const body = expectValue(readBody(ledger, { seq: 1, name: 'log', offset: 0 }));
    expect(body).toMatchObject({ text: '', redacted: { reason: 'privacy' } });
  });
});
