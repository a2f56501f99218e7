import type { SupervisionLevel } from '../api/index.ts';
import { unreachable } from '../problem/index.ts';

/** Why the effects of a piece of work wait for a person. */
export interface HoldReason {
  readonly rule: string;
  readonly text: string;
}

const fromStrict: readonly SupervisionLevel[] = ['suspended', 'strict', 'supervised', 'standard', 'autonomous'];

/** The stricter of two levels: trust that was lost since a contract was issued counts, trust that was won does not. */
export function stricterLevel(one: SupervisionLevel, other: SupervisionLevel): SupervisionLevel {
  return fromStrict.indexOf(one) < fromStrict.indexOf(other) ? one : other;
}

/** What is known about finished work when it is decided whether a person must look (C9). */
export interface FinishedWork {
  /** The level that the work stands under. */
  readonly level: SupervisionLevel;
  readonly verdict: 'verified' | 'failed' | 'inconclusive';
  /** True when the checks ran without a sandbox. */
  readonly unsandboxed: boolean;
  /** Other marks that make a person look, each a sentence. */
  readonly flags: readonly string[];
}

/**
 * The reasons why the work needs a human gate before its effects land; none means that it may land at once (C9).
 * Strict and supervised always wait, standard only on inconclusive or flagged work, autonomous does not wait for its
 * level's sake. Inconclusive (C2) and unsandboxed work waits at every level.
 */
export function reasonsToHold(work: FinishedWork): readonly HoldReason[] {
  const reasons: HoldReason[] = [];
  const flags = work.flags.map((text) => ({ rule: 'C9', text }));
  switch (work.level) {
    case 'suspended':
    case 'strict':
    case 'supervised':
      reasons.push(
        { rule: 'C9', text: `Work at level ${work.level} lands only after a person approved it.` },
        ...flags,
      );
      break;
    case 'standard':
      reasons.push(...flags);
      break;
    case 'autonomous':
      break;
    default:
      unreachable(work.level);
  }
  if (work.verdict === 'inconclusive') {
    reasons.push({ rule: 'C2', text: 'The checks came to no verdict, so a person has to look.' });
  }
  if (work.unsandboxed) {
    reasons.push({ rule: 'C2', text: 'The checks ran without a sandbox, so their result needs a person.' });
  }
  return reasons;
}
