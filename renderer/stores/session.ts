import { create } from 'zustand';
import type { OperationInput, Result, SessionView } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { type Loadable, loading, settled } from './loadable.ts';

interface SessionStore {
  readonly session: Loadable<SessionView>;
}

/** The open ledger and the unlocked reviewer. */
export const useSession = create<SessionStore>(() => ({ session: loading }));

/** Asks the host anew which ledger is open and who is unlocked; a refusal is kept as the problem. */
export async function loadSession(): Promise<void> {
  useSession.setState({ session: settled(await request('session.get', {})) });
}

type SessionCommand =
  | 'workspace.open'
  | 'workspace.choose'
  | 'workspace.close'
  | 'reviewer.enroll'
  | 'reviewer.unlock'
  | 'reviewer.lock';

/** Runs a command that answers with the new session; null means that the person cancelled a system dialog. */
export async function changeSession<N extends SessionCommand>(
  name: N,
  input: OperationInput<N>,
): Promise<Result<SessionView | null>> {
  const result: Result<SessionView | null> = await request(name, input);
  if (result.ok && result.value !== null) useSession.setState({ session: settled({ ok: true, value: result.value }) });
  return result;
}
