import { realpathSync } from 'node:fs';
import type { BrowserWindow, WebContents } from 'electron';
import {
  type ApiEvent,
  type ApiReply,
  type LedgerStatus,
  type SessionView,
  validateRequest,
} from '../core/api/index.ts';
import type { Host, HostOptions } from '../core/host.ts';
import { chooseFile, sayProblem } from './dialogs.ts';
import { sendEvent } from './gateway.ts';
import { announceGate, showWaiting } from './notifications.ts';
import { bringForward, createConsoleWindow, loadConsole } from './window.ts';

export interface ConsoleWindowsOptions {
  readonly preload: string;
  /** A host of its own for each window: what is open and who has unlocked a key belong to one window. */
  readonly createHost: (chooseFile: NonNullable<HostOptions['chooseFile']>) => Host;
}

export interface ConsoleWindows {
  /** Shows the window of this ledger, or makes one. Null brings the last window forward, or makes an empty one. */
  open(ledger: string | null): Promise<void>;
  responderOf(contents: WebContents): ((raw: unknown) => Promise<ApiReply>) | null;
  /** The system's file dialog, then the chosen ledger in `window`, or in the last one when none is in front. */
  choose(window: BrowserWindow | null): Promise<void>;
  /** Closes every host; resolves when no ledger is open any more. */
  close(): Promise<void>;
}

interface Entry {
  readonly window: BrowserWindow;
  readonly host: Host;
  ledger: string | null;
}

const couldNotOpen = 'The ledger could not be opened';

/** The windows that are open, by the id of their contents. */
type Entries = Map<number, Entry>;

/** One window for each ledger: whoever asks for a ledger that is on screen is shown that window. */
export function createConsoleWindows(options: ConsoleWindowsOptions): ConsoleWindows {
  const entries: Entries = new Map();
  const closing = new Set<Promise<void>>();
  const create = (ledger: string | null) => createEntry(entries, closing, options, ledger);
  return {
    async open(ledger) {
      const known = ledger === null ? [...entries.values()].at(-1) : showing(entries, ledger);
      if (known !== undefined) bringForward(known.window);
      else await create(ledger);
    },
    responderOf(contents) {
      const entry = entries.get(contents.id);
      return entry === undefined ? null : (raw) => respond(entries, entry, raw);
    },
    async choose(window) {
      const entry = [...entries.values()].findLast((one) => window === null || one.window === window);
      if (entry === undefined) return create(null);
      const reply = await respond(entries, entry, { name: 'workspace.choose', input: {} });
      if (!reply.ok) await sayProblem(entry.window, couldNotOpen, reply.problem);
    },
    async close() {
      await Promise.all([...closing, ...[...entries.values()].map((entry) => entry.host.close())]);
    },
  };
}

function showing(entries: Entries, ledger: string, except?: Entry): Entry | undefined {
  const path = resolved(ledger);
  return [...entries.values()].find((entry) => entry !== except && entry.ledger === path);
}

async function respond(entries: Entries, entry: Entry, raw: unknown): Promise<ApiReply> {
  const request = validateRequest(raw);
  if (request.ok && request.value.name === 'workspace.open') {
    const { path } = request.value.input as { path: string };
    const other = showing(entries, path, entry);
    if (other !== undefined) {
      bringForward(other.window);
      const message = 'This ledger is open in another window, which is in front now';
      return { ok: false, problem: { code: 'ledger-in-other-window', message, place: 'input.path' } };
    }
  }
  return entry.host.handle(raw);
}

async function refresh(entries: Entries, entry: Entry): Promise<void> {
  const session = await ask<SessionView>(entry.host, 'session.get');
  entry.ledger =
    session?.workspace === undefined || session.workspace === null ? null : resolved(session.workspace.path);
  const statuses = await Promise.all(
    [...entries.values()]
      .filter((one) => one.ledger !== null)
      .map((one) => ask<LedgerStatus>(one.host, 'ledger.status')),
  );
  showWaiting(statuses.reduce((sum, status) => sum + (status?.gatesWaiting ?? 0), 0));
}

async function createEntry(
  entries: Entries,
  closing: Set<Promise<void>>,
  options: ConsoleWindowsOptions,
  ledger: string | null,
): Promise<void> {
  const window = createConsoleWindow(options.preload);
  const host = options.createHost(async (kind) => {
    const path = await chooseFile(window, kind);
    const other = path === null || kind === 'case' ? undefined : showing(entries, path, entry);
    if (other !== undefined) bringForward(other.window);
    return other === undefined ? path : null;
  });
  const entry: Entry = { window, host, ledger: null };
  const id = window.webContents.id;
  entries.set(id, entry);
  host.subscribe((event) => {
    if (window.isDestroyed()) return;
    sendEvent(window.webContents, event);
    announceGate(window, event);
    if (affectsWindow(event)) void refresh(entries, entry);
  });
  window.on('closed', () => {
    entries.delete(id);
    const closed = host.close().finally(() => closing.delete(closed));
    closing.add(closed);
  });
  // Before the page loads, so that its first question already finds the ledger.
  const begun = await host.begin(ledger);
  await refresh(entries, entry);
  await loadConsole(window);
  if (!begun.ok) await sayProblem(window, couldNotOpen, begun.problem);
}

async function ask<T>(host: Host, name: string): Promise<T | null> {
  const reply = await host.handle({ name, input: {} });
  return reply.ok ? (reply.value as T) : null;
}

/** Whether the ledger of a window or the number of waiting gates may be another one now. */
function affectsWindow(event: ApiEvent): boolean {
  return event.type !== 'job.progress' && event.type !== 'ledger.appended';
}

/** One spelling for each file. A file that does not exist yet keeps its own. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
