import { join } from 'node:path';
import type { Thinker } from '../../../core/agents/index.ts';
import {
  type CaseFile,
  Debates,
  type RolePlayer,
  readCaseFile,
  readRecordedDebate,
  replayRolePlayer,
  rulePlayer,
  type TurnRequest,
} from '../../../core/debate/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { projectRoot } from '../doors/console.ts';
import { expectValue } from '../expect-value.ts';
import type { WrittenLedger } from './create-ledger.ts';
import { hostileText, hostileTitle } from './hostile.ts';

/** The ids of the debates, so that a place in the console can be named. */
export const debateIds = {
  consensus: '0deba7e0-0000-4000-8000-000000000001',
  dissent: '0deba7e0-0000-4000-8000-000000000002',
  rejected: '0deba7e0-0000-4000-8000-000000000003',
  parked: '0deba7e0-0000-4000-8000-000000000004',
  hostile: '0deba7e0-0000-4000-8000-000000000005',
  replay: '0deba7e0-0000-4000-8000-000000000006',
} as const;

/** The case of docs/cases, with the claims whose ids end in these digits. */
async function bakery(ends: string, change: Partial<CaseFile> = {}): Promise<CaseFile> {
  const read = await readCaseFile(join(projectRoot, 'docs', 'cases', 'bakery.yml'));
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join('; '));
  const { caseFile } = read;
  const claims = caseFile.claims.filter(({ claim_id: id }) => ends.includes(id.slice(-1)));
  return { ...caseFile, claims, calculations: ends.includes('3') ? caseFile.calculations : [], ...change };
}

/** Holds a debate to its end, or until it waits for a person, with the real runner. */
async function hold(ledger: WrittenLedger, debateId: string, caseFile: CaseFile, player: RolePlayer): Promise<void> {
  await ledger.during(async (open) => {
    const debates = new Debates({ ledger: open, clock: systemClock, random: systemRandom, player });
    expectValue(await debates.start({ caseFile, debateId }));
  });
}

/** The rules, but in some turns somebody else answers. */
function played(answerTo: (request: TurnRequest) => unknown): RolePlayer {
  const says = (answer: string): Thinker => ({ think: async () => ({ action: { kind: 'final-answer', answer } }) });
  return {
    kind: 'rules',
    thinkerFor: (request) => {
      const answer = answerTo(request);
      return answer === null ? rulePlayer.thinkerFor(request) : says(JSON.stringify(answer));
    },
  };
}

function output({ role, registry }: TurnRequest, content: string, position: string, confidence: number) {
  const claims = registry.caseFile.claims.map(({ claim_id: id }) => id);
  return {
    agent_id: role,
    role,
    content,
    structured_content: { position, open_questions: ['Who audits next year?'] },
    claim_refs: claims,
    muhasabah_record: {
      supported_claim_ids: claims,
      confidence,
      counter_hypothesis: content,
      falsifiability_tests: [{ test_description: content, required_evidence: content, pass_fail_rule: content }],
      uncertainties: [{ uncertainty: content, impact: content, mitigation: content }],
      failure_modes: [content],
    },
  };
}

/** It claims a fact and accounts for nothing, and does so again when it is told. */
const bluffer = played(({ role, turn }) =>
  turn !== 'rebuttal'
    ? null
    : {
        agent_id: role,
        role,
        content: 'Net revenue was $99 million in 2025, up 40% from 2024.',
        claim_refs: [],
        muhasabah_record: { supported_claim_ids: [], confidence: 0.9 },
      },
);

const stands: Readonly<Record<string, readonly [string, number]>> = {
  advocate: ['support: the accounts carry the thesis', 0.82],
  sanad_breaker: ['oppose: one year says little', 0.44],
  contradiction_finder: ['oppose: one year says little', 0.55],
  risk_officer: ['hold until the next accounts', 0.31],
  arbiter: ['hold until the next accounts', 0.62],
};
const stubborn = played((request) => {
  const [position, confidence] = stands[request.role] ?? ['', 0.5];
  return output(request, `The **${request.turn}** of ${request.role}, as in the round before.`, position, confidence);
});

const hostilePlayer = played((request) =>
  request.turn === 'opening' ? output(request, hostileText, hostileTitle, 0.4) : null,
);

/** A debate in which all roles agree. */
export async function holdConsensus(ledger: WrittenLedger): Promise<void> {
  await hold(ledger, debateIds.consensus, await bakery('12', { title: 'Harbour Bakery, revenue alone' }), rulePlayer);
}

/** Plays the debate of `holdConsensus` again. */
export async function holdReplay(ledger: WrittenLedger): Promise<void> {
  const recorded = ledger.write((open) => expectValue(readRecordedDebate(open, debateIds.consensus)));
  await hold(ledger, debateIds.replay, recorded.caseFile, replayRolePlayer(recorded));
}

/** Two rounds with the same opposing positions. */
export async function holdDissent(ledger: WrittenLedger): Promise<void> {
  await hold(ledger, debateIds.dissent, await bakery('12', { title: 'Harbour Bakery, one year later' }), stubborn);
}

/** The advocate bluffs twice: both outputs are rejected, and the debate ends with a critical defect. */
export async function holdRejected(ledger: WrittenLedger): Promise<void> {
  await hold(ledger, debateIds.rejected, await bakery('1234', { title: 'Harbour Bakery, a bluff' }), bluffer);
}

/** The whole case: the arbiter asks a person about the claim of the returning customers. */
export async function holdParked(ledger: WrittenLedger): Promise<void> {
  await hold(ledger, debateIds.parked, await bakery('12345'), rulePlayer);
}

/** A case and an advocate whose every text is hostile. */
export async function holdHostile(ledger: WrittenLedger): Promise<void> {
  const plain = await bakery('145');
  const hostile: CaseFile = {
    ...plain,
    title: hostileTitle,
    thesis: hostileText,
    documents: plain.documents.map((document) => ({ ...document, title: hostileTitle, kind: hostileTitle })),
    evidence: plain.evidence.map((item) => ({ ...item, text: `${item.text} ${hostileText}` })),
    claims: plain.claims.map((claim) => ({
      ...claim,
      claim_text: `${claim.claim_text} ${hostileText}`,
      stated_by: hostileTitle,
    })),
  };
  await hold(ledger, debateIds.hostile, hostile, hostilePlayer);
}
