import { expect, test } from 'vitest';
import { debateHolder, debateRunId, rulePlayer } from '../../../../core/debate/index.ts';
import { debateId, debateLedger, debatesOn, plainCase } from '../../../fixture/debate-runs.ts';
import { expectValue } from '../../../fixture/ledger.ts';

test.each([
  ['rules', true, ''],
  ['llm', false, ' --model FILE'],
  ['replay', false, ''],
] as const)('the command that resumes a debate of %s is whole', async (kind, resumable, words) => {
  const ledger = debateLedger();
  const caseFile = await plainCase();
  expectValue(await debatesOn(ledger, { player: { ...rulePlayer, kind } }).start({ caseFile, debateId }));
  expect(debateHolder(ledger, debateRunId(debateId))).toStrictEqual({
    resumable,
    command: `mizan debate resume ${debateId}${words} --ledger ${ledger.path}`,
  });
  expect(debateHolder(ledger, 'another run')).toBeNull();
});
