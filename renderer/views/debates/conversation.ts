/** A debate as a conversation: its rounds, what to look at first, and what a search finds. Pure. */
import type { ClaimChip, DebateDetail, DebateMessage, DebateRole, DebateTurnName } from '../../../core/api/index.ts';
import { defectMeaning, roleNames, ruleMeaning, spelled, turnNames } from '../../text/debate-words.ts';

export interface Round {
  readonly round: number;
  readonly messages: readonly DebateMessage[];
  /** What went to a person in this round. */
  readonly gates: DebateDetail['gates'];
}

/** The rounds in order; also one that has only a gate. */
export function roundsOf(messages: readonly DebateMessage[], gates: DebateDetail['gates']): readonly Round[] {
  const numbers = new Set([...messages.map(({ round }) => round), ...gates.map(({ round }) => round)]);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((round) => ({
      round,
      messages: messages.filter((message) => message.round === round),
      gates: gates.filter((gate) => gate.round === round),
    }));
}

/** What F8 walks through: rejected outputs and challenges. */
export function troublesOf(messages: readonly DebateMessage[]): readonly number[] {
  return messages
    .filter(({ accepted, challenges, criticalDefect }) => !accepted || challenges.length > 0 || criticalDefect)
    .map(({ seq }) => seq);
}

/** The place after `from` in the direction of `step`, and round again; null when there is none. */
export function steppedPlace(places: readonly number[], from: number | null, step: 1 | -1): number | null {
  const ahead =
    step === 1
      ? places.find((place) => from === null || place > from)
      : places.findLast((place) => from !== null && place < from);
  return ahead ?? (step === 1 ? places[0] : places.at(-1)) ?? null;
}

/** The words of a message that stand on its face: the text, its challenges and rulings, and why it was rejected. */
function faceText(message: DebateMessage): readonly string[] {
  return [
    roleNames[message.role],
    turnNames[message.turn],
    message.agentId,
    message.position ?? '',
    message.content,
    ...message.challenges.flatMap((one) => [
      one.challengeId,
      one.defectType,
      spelled(one.defectType),
      defectMeaning(one.defectType) ?? '',
      one.description,
    ]),
    ...message.rulings.flatMap(({ challengeId, challenge, ruling, reason }) => [
      challengeId,
      challenge?.defectType ?? '',
      challenge?.description ?? '',
      ruling,
      reason,
    ]),
    ...message.violations.flatMap(({ rule, detail }) => [rule, ruleMeaning(rule) ?? '', detail]),
    ...message.openQuestions,
  ];
}

function accountText({ account }: DebateMessage): readonly string[] {
  if (account === null) return [];
  return [
    account.confidenceWhy ?? '',
    account.evidenceSummary ?? '',
    account.counterHypothesis ?? '',
    ...account.falsifiers.flatMap(({ test, evidence, rule }) => [test, evidence, rule]),
    ...account.uncertainties.flatMap((one) => [one.uncertainty, one.impact, one.mitigation]),
    ...account.failureModes,
  ];
}

function toolText({ toolCalls }: DebateMessage): readonly string[] {
  return toolCalls.flatMap((call) => [call.tool, call.callId, call.arguments, call.reason ?? '']);
}

export interface Finding {
  readonly seq: number;
  /** Also in the folded accounting, or in the folded tool calls. */
  readonly inAccount: boolean;
  readonly inTools: boolean;
}

/** The messages that hold the text, in any case of letters. Empty for an empty text. */
export function findIn(
  messages: readonly DebateMessage[],
  claims: ReadonlyMap<string, ClaimChip>,
  text: string,
): readonly Finding[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const holds = (texts: readonly string[]) => texts.some((one) => one.toLowerCase().includes(wanted));
  return messages.flatMap((message) => {
    const claimTexts = message.claimIds.flatMap((id) => [id, claims.get(id)?.text ?? '']);
    const inAccount = holds(accountText(message));
    const inTools = holds(toolText(message));
    const found = inAccount || inTools || holds([...faceText(message), ...claimTexts]);
    return found ? [{ seq: message.seq, inAccount, inTools }] : [];
  });
}

/** The claims that the messages name, those with the gravest trouble first. */
export function claimsByTrouble(claims: ReadonlyMap<string, ClaimChip>): readonly ClaimChip[] {
  return [...claims.values()].sort(
    (a, b) =>
      b.openDefects.fatal - a.openDefects.fatal ||
      b.openDefects.major - a.openDefects.major ||
      b.openDefects.minor - a.openDefects.minor ||
      Number(b.material) - Number(a.material) ||
      (a.grade < b.grade ? 1 : a.grade > b.grade ? -1 : 0),
  );
}

/** The accepted messages that name a claim. */
export function citationsOf(messages: readonly DebateMessage[], claimId: string): readonly DebateMessage[] {
  return messages.filter((message) => message.accepted && message.claimIds.includes(claimId));
}

const turnRoles: readonly (readonly [DebateTurnName, DebateRole])[] = [
  ['opening', 'advocate'],
  ['challenge', 'sanad_breaker'],
  ['contradiction', 'contradiction_finder'],
  ['risk', 'risk_officer'],
  ['rebuttal', 'advocate'],
  ['closing', 'arbiter'],
];

/** Who speaks next, in words (D1). Retrieval happens only when asked for, so it is not foretold. */
export function nextTurn(messages: readonly DebateMessage[]): string {
  const last = messages.at(-1);
  if (last === undefined) return 'The advocate is about to open.';
  if (!last.accepted) return `The ${roleNames[last.role].toLowerCase()} tries again.`;
  if (last.turn === 'closing') return 'The stop conditions are weighed.';
  const place = turnRoles.findIndex(([turn]) => turn === last.turn);
  const [turn, role] = turnRoles[place === -1 ? turnRoles.length - 1 : place + 1] ?? ['closing', 'arbiter'];
  return `Next the ${roleNames[role].toLowerCase()} ${turnNames[turn]}.`;
}

/** Which rounds are open at first: all of a short debate, the last two of a long one. */
export function openAtFirst(rounds: readonly Round[]): readonly number[] {
  const messages = rounds.reduce((sum, round) => sum + round.messages.length, 0);
  return (messages > 40 ? rounds.slice(-2) : rounds).map(({ round }) => round);
}
