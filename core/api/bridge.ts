import type { Problem } from '../problem/index.ts';
import type { ApiEvent } from './events.ts';

/** What crosses a door, in plain JSON. */
export interface ApiRequest {
  readonly name: string;
  readonly input: unknown;
}
export type ApiReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

/**
 * What the desktop shell puts on `window.mizan`, frozen: two functions that carry plain JSON and hold no authority.
 * Absent in a browser, where the console speaks to the web door instead.
 */
export interface ConsoleBridge {
  /** Hands `{name, input}` to the host. Rejects only when the shell refuses the calling frame. */
  request(name: string, input: unknown): Promise<ApiReply>;
  /** Calls `listener` with every event of the host; the returned function stops that. */
  subscribe(listener: (event: ApiEvent) => void): () => void;
}
