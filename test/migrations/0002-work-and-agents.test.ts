import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draftIssue, listWork, workProjection } from '../../core/contracts/index.ts';
import { agentsProjection, listAgents, standingOf } from '../../core/reputation/index.ts';
import { expectValue, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';
import { contractOf } from '../fixture/work.ts';

const migrations = join(import.meta.dirname, '../../migrations');

it('gives an older ledger its tables of work and agents, filled from the events it has', () => {
  const olderFolder = temporaryFolder();
  copyFileSync(join(migrations, '0001-ledger.sql'), join(olderFolder, '0001-ledger.sql'));
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({ path, migrationFolder: olderFolder });
  const newcomer = { reputation: 0.5, level: 'supervised', probation: false } as const;
  const more = { title: 'Do it', derived: false, source: null, shell_gate_id: null };
  expectValue(older.append([draftIssue({ kind: 'human', id: 'tester' }, contractOf(), newcomer, more)]));
  expect(() => listAgents(older)).toThrow('no such table: agents');
  const root = older.root();

  const newer = temporaryLedger({ path, projections: [workProjection, agentsProjection] });
  const { rows, total } = expectValue(listWork(newer, { cursor: null, limit: 10 }));
  expect(total).toBe(1);
  expect(rows[0]).toMatchObject({ taskId: 't1', agentId: 'bot', outcome: 'issued' });
  expect(listAgents(newer)[0]).toMatchObject({ agentId: 'bot', tasks: 1, reputation: 0.5 });
  expect(standingOf(newer, 'stranger')).toEqual(newcomer);
  expect(newer.root()).toBe(root);
});
