/**
 * The sole reader of the bridge. Desktop: `window.mizan`, set by the preload. Web: POST /api and server-sent events at
 * /events, with the cookie of the same origin.
 */
import type { ApiEvent, ApiReply, OperationInput, OperationName, OperationOutput, Result } from '../core/api/index.ts';

/** `lost` while no event can arrive: the host is gone or the network of the web door is cut. */
export type Connection = 'live' | 'lost';

interface DesktopBridge {
  request(name: string, input: unknown): Promise<ApiReply>;
  subscribe(listener: (event: ApiEvent) => void): () => void;
}

declare global {
  interface Window {
    readonly mizan?: DesktopBridge;
  }
}

const unreachableHost = {
  code: 'host-unreachable',
  message: 'Mizan does not answer. See whether the program that serves this window is still running, then try again.',
} as const;

async function requestOverWeb(name: string, input: unknown): Promise<ApiReply> {
  let response: Response;
  try {
    response = await fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, input }),
      credentials: 'same-origin',
    });
  } catch {
    return { ok: false, problem: unreachableHost };
  }
  try {
    const reply: unknown = await response.json();
    if (isReply(reply)) return reply;
  } catch {
    // Not JSON: answered below with the status.
  }
  return { ok: false, problem: { code: 'reply-malformed', message: `Mizan answered with status ${response.status}.` } };
}

function isReply(value: unknown): value is ApiReply {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  return value.ok === true ? 'value' in value : 'problem' in value;
}

/** Asks the host. Never throws: a host that is gone is the problem `host-unreachable`. */
export async function request<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
): Promise<Result<OperationOutput<N>>> {
  const reply = await (window.mizan?.request(name, input) ?? requestOverWeb(name, input));
  return reply as Result<OperationOutput<N>>;
}

/** Listens to what the host tells without being asked. Returns the way to stop. */
export function subscribe(onEvent: (event: ApiEvent) => void, onConnection: (connection: Connection) => void) {
  if (window.mizan !== undefined) {
    onConnection('live');
    return window.mizan.subscribe(onEvent);
  }
  const source = new EventSource('/events', { withCredentials: true });
  source.addEventListener('open', () => onConnection('live'));
  source.addEventListener('error', () => onConnection('lost'));
  source.addEventListener('message', (message: MessageEvent<string>) => onEvent(JSON.parse(message.data) as ApiEvent));
  return () => source.close();
}
