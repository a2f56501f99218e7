// What a sandboxed preload script finds: `require('electron')` with `ipcRenderer` and `contextBridge`, nothing more.
import { decodeClone, encodeClone } from './clone.ts';
import { createPeer } from './peer.ts';

type Listener = (event: object, ...args: unknown[]) => void;

interface Connection {
  /** The binding of the DevTools protocol, which only this world has. */
  readonly post: (message: string) => void;
  /** Where the double calls in; a property of this world's global object. */
  readonly inbox: string;
}

/** The `require` of a preload script. `secret` names the events by which the two worlds of a page talk. */
export function createSandboxedRequire(secret: string, connection: Connection): (name: string) => object {
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let lastId = 0;

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      const encoded = encodeClone(args);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        connection.post(JSON.stringify({ kind: 'invoke', id, channel, args: encoded }));
      });
    },
    send(channel: string, ...args: unknown[]) {
      connection.post(JSON.stringify({ kind: 'send', id: 0, channel, args: encodeClone(args) }));
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    once(channel: string, listener: Listener) {
      const once: Listener = (event, ...args) => {
        ipcRenderer.removeListener(channel, once);
        listener(event, ...args);
      };
      return ipcRenderer.on(channel, once);
    },
    removeListener(channel: string, listener: Listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      );
      return ipcRenderer;
    },
    removeAllListeners(channel: string) {
      listeners.delete(channel);
      return ipcRenderer;
    },
  };

  const inbox = {
    deliver(channel: string, args: string) {
      for (const listener of listeners.get(channel) ?? []) {
        listener({ sender: ipcRenderer, senderId: 0 }, ...(decodeClone(args) as unknown[]));
      }
    },
    settle(id: number, good: boolean, value: string) {
      const one = waiting.get(id);
      waiting.delete(id);
      const decoded = decodeClone(value);
      if (good) one?.resolve(decoded);
      else one?.reject(new Error(String(decoded)));
    },
  };
  Object.defineProperty(globalThis, connection.inbox, { value: inbox });

  const peer = createPeer(document, `${secret}-preload`, `${secret}-main`);
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      let refused = false;
      const refuse = () => {
        refused = true;
      };
      document.addEventListener(`${secret}-refused`, refuse);
      document.dispatchEvent(new CustomEvent(`${secret}-expose`, { detail: peer.encode({ key, api }) }));
      document.removeEventListener(`${secret}-refused`, refuse);
      if (refused) throw new Error('Cannot bind an API on top of an existing property on the window object');
    },
  };

  return (name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return onlyKnown(
      { ipcRenderer: onlyKnown(ipcRenderer, 'ipcRenderer'), contextBridge: onlyKnown(contextBridge, 'contextBridge') },
      'electron',
    );
  };

  function onlyKnown<T extends object>(members: T, name: string): T {
    return new Proxy(members, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key);
        throw new Error(`The Electron double has no ${name}.${key} in preload scripts`);
      },
    });
  }
}
