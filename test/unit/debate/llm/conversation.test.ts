import { expect, test } from 'vitest';
import { createClaimRegistry, type HumanDecision } from '../../../../core/debate/index.ts';
import { conversation } from '../../../../core/debate/llm/conversation.ts';
import { type ActionHistory, estimateTokens } from '../../../../core/kernel/index.ts';
import { modelSettings } from '../../../../core/language-model/index.ts';
import { required } from '../../../../core/problem/index.ts';
import { margin, smallCase, turnOf } from './small-case.ts';

const [claim] = smallCase.claims;
const id = (number: number) => `0000000a-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** 3,000 claims with long texts; the last one is material. */
const large = {
  ...smallCase,
  thesis: 'A long thesis. '.repeat(1_000),
  claims: Array.from({ length: 3_000 }, (_, index) => ({
    ...required(claim, 'the claim'),
    claim_id: id(index),
    claim_text: `Claim ${index}. ${'word '.repeat(200)}`,
    material: index === 2_999,
  })),
};

const history: ActionHistory = Array.from({ length: 10 }, (_, index) => ({
  action: { kind: 'tool-call', toolName: 'lookup_claim', query: JSON.stringify({ claim_id: margin }) },
  step: index + 1,
  success: true,
  observation: 'a long result '.repeat(2_000),
  learned: [],
  achieved: [],
}));

const decision: HumanDecision = {
  gate_id: 'gate-1',
  round_number: 1,
  claim_refs: [],
  asked: 'Is it so?',
  state: 'rejected',
  reason: 'Because the auditors said otherwise',
  reviewer: 'kim',
  role: 'PARTNER',
};

test.each([8_192, 32_768, 200_000])(
  'a conversation fits a context of %i tokens, whatever the case holds',
  (context_tokens) => {
    const settings = modelSettings.parse({
      provider: 'ollama',
      model: 'm',
      context_tokens,
      limits: { max_output_tokens: 2_000 },
    });
    const request = turnOf('arbiter', { registry: createClaimRegistry(large), decisions: [decision] });
    const messages = conversation(request, history, settings);
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    expect(tokens).toBeLessThanOrEqual(context_tokens - 2_000);
    const [, user] = messages;
    // The material claim comes first, and what is missing is said.
    expect(user?.content).toContain('Claim 2999.');
    expect(user?.content).toMatch(/\(\d+ more are left out/u);
    expect(user?.content).toContain('Because the auditors said otherwise');
    expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(10);
  },
);
