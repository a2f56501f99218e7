import { type ApiEvent, apiEvent } from './events.ts';

/**
 * Tells every subscribed door what happened. Like an answer, an event carries nothing that the contract does not name.
 */
export interface Announcer {
  tell(event: ApiEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ApiEvent) => void): () => void;
  /** Ends every subscription. */
  close(): void;
}

/** An announcer without subscribers. `tell` throws on an event that the contract does not allow: that is a bug. */
export function createAnnouncer(): Announcer {
  const listeners = new Set<(event: ApiEvent) => void>();
  return {
    tell(event) {
      const told = apiEvent.parse(event);
      for (const listener of listeners) listener(told);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
