import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

export type Method = keyof ProtocolMapping.Commands;
export type EventName = keyof ProtocolMapping.Events;
type Listener = (params: never, sessionId: string) => void;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One conversation with Chromium: the whole browser, or one page. Commands and events are typed by the protocol. */
export interface BrowserSession {
  send<M extends Method>(
    method: M,
    ...params: ProtocolMapping.Commands[M]['paramsType']
  ): Promise<ProtocolMapping.Commands[M]['returnType']>;
  on<E extends EventName>(event: E, listener: (params: ProtocolMapping.Events[E][0]) => void): void;
}

export interface BrowserConnection extends BrowserSession {
  session(sessionId: string): BrowserSession;
  close(): void;
}

/** Speaks the DevTools protocol over Node's own WebSocket. `address` is what Chromium prints on start. */
export function connectToBrowser(address: string): Promise<BrowserConnection> {
  const socket = new WebSocket(address);
  const pending = new Map<number, { resolve(value: never): void; reject(error: Error): void; method: string }>();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) {
      const call = pending.get(message.id);
      pending.delete(message.id);
      if (message.error === undefined) call?.resolve(message.result as never);
      else call?.reject(new Error(`${call.method}: ${message.error.message}`));
      return;
    }
    for (const listener of listeners.get(`${message.sessionId ?? ''} ${message.method}`) ?? []) {
      listener(message.params as never, message.sessionId ?? '');
    }
  });
  socket.addEventListener('close', () => {
    for (const call of pending.values()) call.reject(new Error(`${call.method}: Chromium is gone`));
    pending.clear();
  });

  function session(sessionId: string): BrowserSession {
    return {
      send: (method, params?) =>
        new Promise((resolve, reject) => {
          lastId += 1;
          pending.set(lastId, { resolve, reject, method });
          socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId === '' ? {} : { sessionId }) }));
        }),
      on: (event, listener) => {
        const key = `${sessionId} ${event}`;
        listeners.set(key, [...(listeners.get(key) ?? []), listener]);
      },
    };
  }

  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve({ ...session(''), session, close: () => socket.close() }));
    socket.addEventListener('error', () => reject(new Error(`Chromium does not answer at ${address}`)));
  });
}
