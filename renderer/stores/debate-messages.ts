import { useEffect, useRef, useState } from 'react';
import type { ClaimChip, DebateMessage, OperationOutput, Problem, Result } from '../../core/api/index.ts';
import { request } from '../bridge.ts';

export interface DebateMessages {
  /** Oldest first. */
  readonly rows: readonly DebateMessage[];
  /** The claims that they name, by id. */
  readonly claims: ReadonlyMap<string, ClaimChip>;
  /** Of the debate; more than `rows` while they are being read, and beyond the most that are shown. */
  readonly total: number;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly problem: Problem | null;
}

/** More outputs than this are not shown at once; the ledger has them all. */
const mostShown = 1000;

const nothing: DebateMessages = { rows: [], claims: new Map(), total: 0, state: 'loading', problem: null };

/**
 * Every output of a debate, page after page. `stamp` changes when the debate does: then they are read again, and the
 * old ones stay on screen until the new ones are here. Null while the debate itself is not known yet.
 */
export function useDebateMessages(debateId: string | null, stamp: string | null): DebateMessages {
  const [kept, setKept] = useState<{ readonly of: string | null; readonly messages: DebateMessages }>({
    of: null,
    messages: nothing,
  });
  const run = useRef(0);
  useEffect(() => {
    run.current += 1;
    const own = run.current;
    if (debateId === null || stamp === null) return;
    const show = (messages: DebateMessages) => {
      if (run.current === own) setKept({ of: debateId, messages });
    };
    void readAll(debateId, () => run.current === own, show);
  }, [debateId, stamp]);
  return kept.of === debateId ? kept.messages : nothing;
}

async function readAll(debateId: string, isCurrent: () => boolean, show: (messages: DebateMessages) => void) {
  const rows: DebateMessage[] = [];
  const claims = new Map<string, ClaimChip>();
  let cursor: string | null = null;
  let total = 0;
  do {
    const page: Result<OperationOutput<'debates.messages'>> = await request('debates.messages', { debateId, cursor });
    if (!isCurrent()) return;
    if (!page.ok) {
      show({ rows, claims, total, state: 'failed', problem: page.problem });
      return;
    }
    rows.push(...page.value.rows);
    for (const chip of page.value.claims) claims.set(chip.claimId, chip);
    cursor = page.value.next;
    total = page.value.total;
  } while (cursor !== null && rows.length < mostShown);
  show({ rows, claims, total, state: 'ready', problem: null });
}
