import { expect, test } from 'vitest';
import type { CaseFile, DebateState } from '../../../../core/debate/index.ts';
import type { Ledger } from '../../../../core/ledger/index.ts';
import { decideGate, enrolReviewer, gateDigest } from '../../../../core/review/index.ts';
import { debateId, debateLedger, debatesOn, finalState, sampleCase } from '../../../fixture/debate-runs.ts';
import { newSigner } from '../../../fixture/gates.ts';
import { expectValue, handClock } from '../../../fixture/ledger.ts';

/** Ids that a program made: of claims, evidence, calculations, challenges and gates. */
const rawId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|gate-[0-9a-f]{20}|(?:breaker|finder)-\d+-\d+/u;

/** A debate in which a person is asked and accepts the claims. */
async function held(caseFile: CaseFile): Promise<{ readonly ledger: Ledger; readonly state: DebateState }> {
  const ledger = debateLedger();
  const end = expectValue(await debatesOn(ledger).start({ caseFile, debateId }));
  if (end.status !== 'parked') throw new Error(`it is ${end.status}`);
  const gateId = end.waitingFor.replace('gate:', '');
  const partner = newSigner('amal');
  expectValue(enrolReviewer(ledger, { reviewerId: 'amal', name: 'Amal', role: 'PARTNER' }, partner, null));
  const digest = expectValue(gateDigest(ledger, gateId));
  const decision = { gateId, digest, verb: 'approve', reason: 'I asked the newspaper', sectionsSeen: [] } as const;
  expectValue(decideGate(ledger, decision, partner, handClock()));
  expectValue(await debatesOn(ledger).resume(debateId));
  return { ledger, state: finalState(ledger) };
}

/** Everything that the roles wrote for people to read. */
function textsOf({ messages }: DebateState): readonly string[] {
  return messages.flatMap(({ output: { content, structured_content: said, muhasabah_record: record } }) => [
    content,
    ...(said.challenges ?? []).map((challenge) => challenge.description),
    ...(said.rulings ?? []).map((ruling) => ruling.reason),
    ...(said.open_questions ?? []),
    ...(record.falsifiability_tests ?? []).flatMap((one) => Object.values(one).map(String)),
    ...(record.uncertainties ?? []).flatMap((one) => Object.values(one).map(String)),
    record.counter_hypothesis ?? '',
  ]);
}

test('the texts of the roles name claims, chains and challenges by their words', async () => {
  const { ledger, state } = await held(await sampleCase());
  const texts = textsOf(state);
  expect(texts.filter((text) => rawId.test(text))).toEqual([]);
  const whole = texts.join('\n');
  const claim = '"90% of the customers came back within a month in 2025."';
  expect(whole).toContain(`The chain of ${claim} from The Tidewater Courier`);
  expect(whole).toContain(`Does CIRCULARITY of ${claim} stand? A person decides`);
  expect(whole).toContain(`A person decided about ${claim}: approved; the reason: I asked the newspaper`);
  expect(whole).toContain(`CIRCULARITY of ${claim}: **DISMISSED**`);
  const [asked] = ledger.page({ filter: { type: 'human_gate.created' }, limit: 1, direction: 'ascending' }).events;
  expect(asked?.data.reason).not.toMatch(rawId);
});

test('two claims with the same words are told apart by their ids', async () => {
  const caseFile = await sampleCase();
  const twin = caseFile.claims.find((claim) => claim.claim_text.startsWith('90%'));
  if (twin === undefined) throw new Error('the case has no such claim');
  const other = { ...twin, claim_id: 'c1a10000-0000-4000-8000-0000000000ff', material: false };
  const { state } = await held({ ...caseFile, claims: [...caseFile.claims, other] });
  const whole = textsOf(state).join('\n');
  expect(whole).toContain(`CIRCULARITY of "${twin.claim_text}" (${twin.claim_id})`);
  expect(whole).toContain(`CIRCULARITY of "${twin.claim_text}" (${other.claim_id})`);
});
