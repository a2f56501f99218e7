import { create } from 'zustand';
import type { ApiEvent } from '../../core/api/index.ts';
import { type Connection, subscribe } from '../bridge.ts';
import { isHome } from '../routes.ts';
import { announce, announceGate } from './announcements.ts';
import { followJob } from './jobs.ts';
import { forgetLedger, refreshLedger, useLedgerStatus } from './ledger-status.ts';
import { readyValue } from './loadable.ts';
import { forgetAnswers } from './query.ts';
import { goTo } from './route.ts';
import { loadSession, useSession } from './session.ts';

interface ConnectionStore {
  readonly connection: Connection;
}

export const useConnection = create<ConnectionStore>(() => ({ connection: 'live' }));

/** Starts the console's one conversation with the host: reads the session, then follows its events. */
export function connect(): () => void {
  let lost = false;
  let workspace: string | null = null;
  let reviewer: string | null = null;
  const stopWatching = useSession.subscribe(({ session }) => {
    if (session.state !== 'ready') return;
    const opened = session.value.workspace?.path ?? null;
    const unlocked = session.value.reviewer?.reviewerId ?? null;
    if (opened === workspace && unlocked === reviewer) return;
    // What may be decided depends on the reviewer, everything else on the ledger.
    if (opened !== workspace) forgetAnswers();
    workspace = opened;
    reviewer = unlocked;
    if (opened === null) forgetLedger();
    else void refreshLedger().then(leaveHome);
  });
  void loadSession();
  const stopListening = subscribe(follow, (connection) => {
    useConnection.setState({ connection });
    if (connection === 'live' && lost) {
      void loadSession();
      void refreshLedger();
    }
    lost = connection === 'lost';
  });
  return () => {
    stopListening();
    stopWatching();
  };
}

/** A window that was opened without a place shows what waits, and where nothing waits, the work. */
function leaveHome(): void {
  const status = readyValue(useLedgerStatus.getState().status);
  if (status !== null && isHome(window.location.hash)) goTo(status.gatesWaiting > 0 ? 'gates' : 'work');
}

const refreshPause = 250;
let refreshDue: number | null = null;

/** Many appends in a row are one refresh. */
function refreshSoon(): void {
  if (refreshDue !== null) return;
  refreshDue = window.setTimeout(() => {
    refreshDue = null;
    void refreshLedger();
  }, refreshPause);
}

function follow(event: ApiEvent): void {
  switch (event.type) {
    case 'ledger.appended':
      refreshSoon();
      return;
    case 'session.changed':
      void loadSession();
      return;
    case 'gate.opened':
      announceGate(event.gateId, event.title, performance.now());
      return;
    case 'gate.decided':
      announce(`${event.title}: ${event.state}`);
      return;
    case 'job.progress':
      followJob(event);
      return;
    case 'job.finished':
      followJob(event);
      refreshSoon();
      return;
  }
}
