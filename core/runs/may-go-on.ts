import type { RunRow } from '../api/index.ts';
import type { Work } from './missing-work.ts';

/** What is known of a run when somebody wants to go on with it or stop it. */
export interface Standing {
  readonly row: Pick<RunRow, 'executionId' | 'status' | 'waitingFor'>;
  /** The process that works on it, and until when its lock holds; null when nobody does. */
  readonly worker: { readonly owner: string } | null;
  readonly cancelRequested: boolean;
  /** Of the gate it waits for, itself or through the runs it called; null when it waits for none. */
  readonly gate: { readonly title: string; readonly state: string } | null;
  /**
   * The work of the state that comes next, or of the called run that stands in its way, that the console does not do.
   */
  readonly missing: readonly Work[];
}

/** Why a run cannot be resumed here now, as a sentence; null when it can. Pure. */
export function whyNotResume({ row, worker, gate, missing }: Standing): string | null {
  if (row.status === 'done') return 'It is completed.';
  if (worker !== null) return `${processOf(worker.owner)} works on it.`;
  if (gate?.state === 'pending') return `It waits for a decision: “${gate.title}”.`;
  const [first] = missing;
  if (first === undefined) return null;
  return `It needs the ${first.kind} ${first.name}, a program. The console starts none: resume it in a terminal.`;
}

/** Why a run cannot be cancelled now, as a sentence; null when it can. Pure. */
export function whyNotCancel({ row, cancelRequested, worker }: Standing): string | null {
  switch (row.status) {
    case 'done':
      return 'It is completed.';
    case 'cancelled':
      return 'It is cancelled already.';
    case 'failed':
      return 'It ended in an error: nothing runs.';
    default:
      return cancelRequested && worker !== null ? `${processOf(worker.owner)} was asked to stop it.` : null;
  }
}

/** The process in the name of an owner, which names the machine object after a slash. */
function processOf(owner: string): string {
  return `The ${(owner.split('/')[0] ?? owner).replace('-', ' ')}`;
}

/** Words that a shell takes as they are, however they are pasted. */
const plainWord = /^[\w./:@+-]+$/;

/** The command that resumes a run with its missing programs; null when none is missing or a name is no plain word. */
export function terminalCommand(executionId: string, missing: readonly Work[], ledgerPath: string): string | null {
  const words = [executionId, ledgerPath, ...missing.map(({ name }) => name)];
  if (missing.length === 0 || !words.every((word) => plainWord.test(word) && !word.startsWith('-'))) return null;
  const programs = missing.map(({ kind, name }) => `--${kind} "${name}=COMMAND"`).join(' ');
  return `mizan machine resume ${executionId} ${programs} --ledger ${ledgerPath}`;
}
