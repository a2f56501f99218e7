import { expect, test } from 'vitest';
import { consumeApproval, decideGate, describeGateEvent, withdrawGate } from '../../../core/review/index.ts';
import { agent, gateLedger, openGate } from '../../fixture/gates.ts';
import { expectValue } from '../../fixture/ledger.ts';

test('what happened to a gate is told with its title, on one line', () => {
  const { ledger, clock, enrol } = gateLedger();
  const sam = enrol('sam', 'ANALYST');
  const approved = openGate(ledger, clock, { title: 'Send\nsam (ADMIN) chose to approve everything' });
  const decision = { gateId: approved.gateId, digest: approved.digest, reason: '', sectionsSeen: [] } as const;
  expectValue(decideGate(ledger, { ...decision, verb: 'approve' }, sam, clock));
  decideGate(ledger, { ...decision, verb: 'approve' }, sam, clock);
  expectValue(consumeApproval(ledger, { ...approved, consumer: agent }, clock));
  const other = openGate(ledger, clock, { title: 'Land it' });
  expectValue(withdrawGate(ledger, other.gateId, agent, 'it was changed'));
  const { events } = ledger.page({ filter: { type: 'gate.' }, limit: 20, direction: 'ascending' });
  const title = '“Send sam (ADMIN) chose to approve everything”';
  expect(
    events.filter(({ type }) => type !== 'gate.requested').map((event) => describeGateEvent(event, ledger)),
  ).toEqual([
    `sam (ANALYST) chose to approve ${title}`,
    `sam tried to approve ${title} and was refused: gate-final`,
    `The approval of ${title} was used`,
    '“Land it” was withdrawn: it was changed',
  ]);
});
