// The page's side of `contextBridge`: puts what the preload exposes on `window`, deeply frozen.
import { createPeer } from './peer.ts';

/** Listens for what the preload script exposes. `secret` names the events by which the two worlds of a page talk. */
export function installMainWorld(secret: string): void {
  const peer = createPeer(document, `${secret}-main`, `${secret}-preload`);

  function freezeDeeply(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
    for (const key of Object.keys(value)) freezeDeeply((value as Record<string, unknown>)[key]);
    return Object.freeze(value);
  }

  document.addEventListener(`${secret}-expose`, (event) => {
    const { key, api } = peer.decode((event as CustomEvent<string>).detail) as { key: string; api: unknown };
    if (key in window) {
      document.dispatchEvent(new CustomEvent(`${secret}-refused`));
      return;
    }
    Object.defineProperty(window, key, { value: freezeDeeply(api), enumerable: true });
  });
}
