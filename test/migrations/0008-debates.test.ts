import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listDebates } from '../../core/debate/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { debateWriter } from '../fixture/debates.ts';
import { expectValue, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';

const migrations = join(import.meta.dirname, '../../migrations');

it('gives an older ledger its table of debates, filled from the events it has', () => {
  const olderFolder = temporaryFolder();
  for (const file of readdirSync(migrations).filter((name) => name < '0008')) {
    copyFileSync(join(migrations, file), join(olderFolder, file));
  }
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({ path, migrationFolder: olderFolder });
  expectValue(older.append([debateWriter('one').started()]));
  const root = older.root();

  const newer = temporaryLedger({ path, projections });
  expect(listDebates(newer, { cursor: null, limit: 10 }).rows.map(({ debateId }) => debateId)).toEqual(['one']);
  expect(newer.root()).toBe(root);
});
