import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileRecords } from '../../../core/stores/index.ts';
import { expectProblem, expectValue, temporaryFolder } from '../../fixture/ledger.ts';

const put = (key: string, value: number | null) => ({ writes: [{ key, value }], conditions: [], events: [] });

test('what is committed is there for another process, and after a restart', async () => {
  const folder = temporaryFolder();
  const [first, second] = [expectValue(await openFileRecords(folder)), expectValue(await openFileRecords(folder))];
  expectValue(await first.commit(put('a', 1)));
  expectValue(await second.commit(put('b', 2)));
  expect(expectValue(await first.read('b'))).toBe(2);
  expectValue(await first.commit(put('a', null)));
  const third = expectValue(await openFileRecords(folder));
  expect(expectValue(await third.list(''))).toStrictEqual(['b']);
  expect(readdirSync(folder).sort()).toStrictEqual(['000000000001.json', '000000000002.json', '000000000003.json']);
});

test('two processes that decide on the same state do not both win', async () => {
  const folder = temporaryFolder();
  const stores = await Promise.all([0, 1, 2, 3].map(async () => expectValue(await openFileRecords(folder))));
  const wins = await Promise.all(
    stores.map((store, index) =>
      store.commit({
        writes: [{ key: 'seat', value: index }],
        conditions: [{ key: 'seat', matches: null }],
        events: [],
      }),
    ),
  );
  expect(wins.filter(({ ok }) => ok)).toHaveLength(1);
});

test('an altered commit is found, and nothing is read past it', async () => {
  const folder = temporaryFolder();
  const store = expectValue(await openFileRecords(folder));
  for (const value of [1, 2, 3]) expectValue(await store.commit(put('a', value)));
  const path = join(folder, '000000000002.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"value":2', '"value":9'));
  expect(expectProblem(await openFileRecords(folder))).toMatchObject({ code: 'store-damaged', place: path });
});

test('what a killed process left half-made is ignored, and taken away later', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'new-1'), 'half');
  writeFileSync(join(folder, 'new-2'), 'half');
  utimesSync(join(folder, 'new-2'), new Date(0), new Date(0));
  const store = expectValue(await openFileRecords(folder));
  expectValue(await store.commit(put('a', 1)));
  expect(readdirSync(folder).sort()).toStrictEqual(['000000000001.json', 'new-1']);
});

test('a folder that cannot be is a problem', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(expectProblem(await openFileRecords(join(folder, 'file'))).code).toBe('store-disk');
});
