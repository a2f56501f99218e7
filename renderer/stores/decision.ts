import { create } from 'zustand';
import type { GateRow, OperationInput, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { announce } from './announcements.ts';
import { refreshLedger } from './ledger-status.ts';

export type DecidingVerb = OperationInput<'gates.decide'>['verb'];

interface DecisionStore {
  /** The decision that is being written, not yet signed. */
  readonly draft: { readonly gateId: string; readonly verb: DecidingVerb; readonly reason: string } | null;
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** The decision that was made last, until the next one or until it is put away. */
  readonly last: { readonly row: GateRow; readonly verb: DecidingVerb; readonly seq: number } | null;
}

export const useDecision = create<DecisionStore>(() => ({ draft: null, busy: false, problem: null, last: null }));

/** Starts to write a decision. A reason that was begun for the same gate is kept. */
export function draftDecision(gateId: string, verb: DecidingVerb): void {
  useDecision.setState(({ draft }) => ({
    draft: { gateId, verb, reason: draft?.gateId === gateId ? draft.reason : '' },
    problem: null,
  }));
}

/** Replaces the reason of the decision that is being written; does nothing when there is none. */
export function writeReason(reason: string): void {
  useDecision.setState(({ draft }) => (draft === null ? {} : { draft: { ...draft, reason } }));
}

/** Throws away the decision that is being written, with its reason and its problem. */
export function dropDraft(): void {
  useDecision.setState({ draft: null, problem: null });
}

/** Takes the decision that was made last off the screen; in the ledger it stays. */
export function putAwayLast(): void {
  useDecision.setState({ last: null });
}

/** Signs and sends the decision. True when it was accepted. */
export async function signDecision(input: OperationInput<'gates.decide'>): Promise<boolean> {
  if (useDecision.getState().busy) return false;
  useDecision.setState({ busy: true, problem: null });
  const result = await request('gates.decide', input);
  if (!result.ok) {
    useDecision.setState({ busy: false, problem: result.problem });
    await refreshLedger();
    return false;
  }
  const { row, seq } = result.value;
  useDecision.setState({ busy: false, draft: null, last: { row, verb: input.verb, seq } });
  announce(`${row.title}: ${row.state}, event ${seq}`);
  await refreshLedger();
  return true;
}
