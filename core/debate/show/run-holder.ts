import type { LedgerReader } from '../../ledger/index.ts';
import type { RunHolder } from '../../runs/index.ts';
import { debateOfRun } from './debate-rows.ts';

/** Words that a shell takes as they are, however they are pasted. */
const plainPath = /^[\w./:@+-]+$/;

/** What must be said besides who the debate is: the person at the terminal knows. A replay knows its record. */
const needed = { rules: '', llm: ' --model FILE', replay: '' } as const;

/**
 * How a debate's run goes on; null for a run of anything else. Only the rule-based roles play in the console: the
 * others need a model or a recording, which the person at the terminal names.
 */
export function debateHolder(reader: LedgerReader, executionId: string): RunHolder | null {
  const debate = debateOfRun(reader, executionId);
  if (debate === null) return null;
  const ledger = plainPath.test(reader.path) ? reader.path : JSON.stringify(reader.path);
  return {
    resumable: debate.agents === 'rules',
    command: `mizan debate resume ${debate.debateId}${needed[debate.agents]} --ledger ${ledger}`,
  };
}
