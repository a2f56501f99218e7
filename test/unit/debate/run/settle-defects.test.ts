import { describe, expect, it } from 'vitest';
import { type DebateMessage, debateMessage, debateState } from '../../../../core/debate/debate-state.ts';
import { defect } from '../../../../core/debate/defect.ts';
import type { HumanDecision } from '../../../../core/debate/human-decision.ts';
import { firstHead } from '../../../../core/debate/run/head.ts';
import { settledDefects } from '../../../../core/debate/run/settle-defects.ts';

const debateId = '22222222-2222-4222-8222-222222222222';
const claimId = '55555555-5555-4555-8555-555555555555';

const open = defect.parse({
  defect_id: '66666666-6666-4666-8666-666666666666',
  claim_id: claimId,
  defect_type: 'BROKEN_CHAIN',
  severity: 'FATAL',
  description: 'The chain has no origin',
  evidence_refs: [],
  cure_protocol: 'REQUEST_SOURCE',
  status: 'OPEN',
});

const challenge = {
  challenge_id: 'c1',
  claim_refs: [claimId],
  defect_type: 'BROKEN_CHAIN',
  evidence_refs: [],
  description: 'The chain has no origin',
  cure_protocol: 'REQUEST_SOURCE',
};

function said(role: string, structured: object): DebateMessage {
  return debateMessage.parse({
    message_id: `${role}-1`,
    turn: role === 'arbiter' ? 'closing' : 'challenge',
    output: {
      agent_id: role,
      role,
      round_number: 1,
      content: 'Said.',
      structured_content: structured,
      claim_refs: [],
      muhasabah_record: { supported_claim_ids: [], confidence: 0.5 },
    },
  });
}

const dismissal = {
  round_number: 1,
  challenge_id: 'c1',
  ruling: 'DISMISSED',
  reason: 'Accepted',
  claim_refs: [claimId],
};

/** The one defect after the arbiter dismissed the challenge, with what people decided before. */
function settledUnder(decisions: readonly HumanDecision[], ruling = dismissal) {
  const messages = [
    said('sanad_breaker', { challenges: [challenge] }),
    said('arbiter', { rulings: [ruling] }),
  ] as const;
  const state = debateState.parse({
    deal_id: debateId,
    debate_id: debateId,
    round_number: 1,
    claim_registry_ref: 'case',
    messages,
  });
  return settledDefects(
    { ...firstHead(debateId, 5), defects: [open], decisions: [...decisions] },
    state,
    messages[1],
  )[0];
}

const approval: HumanDecision = {
  gate_id: 'gate-1',
  round_number: 1,
  claim_refs: [claimId],
  asked: 'What to make of it?',
  state: 'approved',
  reason: 'The source was shown to me',
  reviewer: 'kim',
  role: 'PARTNER',
};

describe('how a defect is closed (D9)', () => {
  it('is cured by the arbiter when nobody was asked', () => {
    expect(settledUnder([])).toMatchObject({ status: 'CURED', closed_by: 'arbiter', closed_reason: 'Accepted' });
  });

  it.each(['PARTNER', 'ADMIN'] as const)('is waived by a %s who accepts the claim', (role) => {
    expect(settledUnder([{ ...approval, role }])).toMatchObject({
      status: 'WAIVED',
      closed_by: 'kim',
      closed_reason: 'The source was shown to me',
    });
  });

  it.each(['ANALYST', 'IC_MEMBER'] as const)('is cured, not waived, by the word of an %s', (role) => {
    expect(settledUnder([{ ...approval, role }])).toMatchObject({ status: 'CURED', closed_by: 'kim' });
  });

  it('stays open when the challenge is upheld, and is not waived by a rejection', () => {
    expect(settledUnder([approval], { ...dismissal, ruling: 'UPHELD' })).toEqual(open);
    const rejected: HumanDecision = { ...approval, state: 'rejected' };
    expect(settledUnder([rejected])).toMatchObject({ status: 'CURED', closed_by: 'arbiter' });
  });
});
