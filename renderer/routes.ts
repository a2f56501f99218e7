/** Places in the console as addresses: `#/work/TASK?agent=ID`. Pure, so that a link can be made, copied and tested. */
import type { Link } from '../core/api/index.ts';

export type ViewName = Link['view'] | 'runs' | 'start';

export interface Route {
  readonly view: ViewName;
  readonly id: string | null;
  readonly parameters: Readonly<Record<string, string>>;
}

export const viewNames: readonly ViewName[] = [
  'gates',
  'work',
  'debates',
  'runs',
  'agents',
  'ledger',
  'rules',
  'start',
];

/** Whether a hash names no place at all: the window was opened without one. */
export function isHome(hash: string): boolean {
  return /^#?\/?$/.test(hash);
}

/** Reads a hash. Anything unknown leads to the gates, the place where a person is waited for. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [name = '', ...rest] = path.split('/');
  const view = viewNames.find((known) => known === name) ?? 'gates';
  const id = rest.length === 0 ? '' : decode(rest.join('/'));
  return { view, id: id === '' ? null : id, parameters: Object.fromEntries(new URLSearchParams(search)) };
}

/** Whether a view may choose what it shows: the person is there and has chosen nothing. */
export function isUnchosen(route: Route, view: ViewName): boolean {
  return route.view === view && route.id === null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes the hash that `parseRoute` reads back. */
export function formatRoute(view: ViewName, id: string | null = null, parameters: Record<string, string> = {}): string {
  const path = id === null ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;
  const search = new URLSearchParams(parameters).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The address of a piece of work; without an agent that of the newest on this task. */
export function workRoute(taskId: string, agentId: string | null): string {
  return formatRoute('work', taskId, agentId === null ? {} : { agent: agentId });
}

/**
 * The address of something an event is about: `task:x`, `gate:x`, `agent:x`, `debate:x`, `agent_run:x` of an agent,
 * `run:x` of a machine.
 */
export function subjectRoute(subject: string): string | null {
  const colon = subject.indexOf(':');
  if (colon === -1) return null;
  const id = subject.slice(colon + 1);
  switch (subject.slice(0, colon)) {
    case 'task':
      return formatRoute('work', id);
    case 'gate':
      return formatRoute('gates', id);
    case 'agent':
      return formatRoute('agents', id);
    case 'debate':
      return formatRoute('debates', id);
    case 'agent_run':
      return formatRoute('runs', id);
    case 'run':
      return formatRoute('runs', id, { kind: 'machine' });
    default:
      return null;
  }
}

/** The run whose step asked for a gate, and its address: the requester is `run:ID/STEP`; null for any other. */
export function askingRun(requester: string): { readonly executionId: string; readonly route: string } | null {
  const executionId = /^run:(.+)\/\d+$/.exec(requester)?.[1];
  return executionId === undefined
    ? null
    : { executionId, route: formatRoute('runs', executionId, { kind: 'machine' }) };
}
