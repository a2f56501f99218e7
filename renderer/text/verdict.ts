/** What was claimed and what was found, as one sentence each. Pure. */
import type { GateResult, WorkDetail } from '../../core/api/index.ts';
import { checkNames } from './state-words.ts';
import { listed, signedScore } from './words.ts';

interface Verdict {
  readonly claimed: string;
  readonly found: string;
}

/** The claim of a piece of work against what the checks found. */
export function verdictOf(detail: Pick<WorkDetail, 'row' | 'claim' | 'gates'>): Verdict {
  return { claimed: claimed(detail), found: found(detail) };
}

function claimed({ claim }: Pick<WorkDetail, 'claim'>): string {
  if (claim === null) return 'No report yet.';
  switch (claim.status) {
    case 'success':
      return 'The agent claimed success.';
    case 'blocked':
      return claim.need === null
        ? 'The agent stopped and did not say what it needs.'
        : `The agent stopped: it needs ${claim.need}.`;
    case 'failure':
      return 'The agent said itself that it failed.';
    default:
      return `The agent reported ${claim.status}.`;
  }
}

function found({ row, gates }: Pick<WorkDetail, 'row' | 'gates'>): string {
  switch (row.outcome) {
    case 'issued':
      return 'Nothing to check yet.';
    case 'verified':
      return `The checks agree: ${passed(gates)}.`;
    case 'hallucinated':
      return `The checks disagree: ${decisive(gates, 'failed')}.`;
    case 'inconclusive':
      return `It could not be checked: ${decisive(gates, 'inconclusive')}.`;
    case 'blocked':
    case 'failed':
      return 'There is no success to check.';
  }
}

function passed(gates: readonly GateResult[]): string {
  const names = gates.filter((gate) => gate.outcome === 'passed').map((gate) => checkNames[gate.gate]);
  return names.length === 0 ? 'no gate was asked for' : `${listed(names)} passed`;
}

function decisive(gates: readonly GateResult[], outcome: 'failed' | 'inconclusive'): string {
  const gate = gates.find((candidate) => candidate.outcome === outcome);
  if (gate === undefined) return outcome === 'failed' ? 'a gate failed' : 'the contract names no check';
  return `${checkNames[gate.gate]} ${outcome === 'failed' ? 'failed' : 'was inconclusive'}`;
}

/** Score and what it did to the reputation, or null when the work was not scored. */
export function scoreSentence(score: WorkDetail['score']): string | null {
  if (score === null) return null;
  const { value, reputationBefore, reputationAfter } = score;
  return `Score ${signedScore(value)}, reputation ${reputationBefore.toFixed(2)} → ${reputationAfter.toFixed(2)}`;
}
