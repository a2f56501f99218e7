// Functions and promises across the two worlds of a page, over DOM events whose names only the two ends know. Runs in
// both worlds of the page, after clone.ts in the same script.
import { decodeClone, encodeClone } from './clone.ts';

/** One end of the pair. */
export interface Peer {
  /** Clones `value`; functions become tokens that call back here, promises settle over there. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

interface Token {
  readonly call?: number;
  readonly promise?: number;
}

/** `mine` and `theirs` are event names; each end has them the other way round. */
export function createPeer(target: EventTarget, mine: string, theirs: string): Peer {
  // Taken now, before a page can replace them.
  const { dispatchEvent, addEventListener } = EventTarget.prototype;
  const Custom = CustomEvent;
  const exported: unknown[] = [];
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const exportedIds = new Map<object, number>();
  let reply = '';

  function send(kind: string, detail: string): void {
    dispatchEvent.call(target, new Custom(`${theirs}-${kind}`, { detail }));
  }

  function listen(kind: string, handle: (detail: string) => void): void {
    addEventListener.call(target, `${mine}-${kind}`, (event) => handle((event as CustomEvent<string>).detail));
  }

  function exportedId(value: object): number {
    const known = exportedIds.get(value);
    if (known !== undefined) return known;
    const id = exported.push(value) - 1;
    exportedIds.set(value, id);
    return id;
  }

  function tokenize(value: object): Token | null {
    if (typeof value === 'function') return { call: exportedId(value) };
    if (!(value instanceof Promise)) return null;
    const id = exportedId(value);
    value.then(
      (result: unknown) => send('settle', encode({ id, ok: true, value: result })),
      (error: unknown) => send('settle', encode({ id, ok: false, message: messageOf(error) })),
    );
    return { promise: id };
  }

  function revive(token: object): unknown {
    const { call, promise } = token as Token;
    if (promise !== undefined) {
      return new Promise((resolve, reject) => waiting.set(promise, { resolve, reject }));
    }
    return (...args: unknown[]): unknown => {
      const request = encode({ id: call, args });
      reply = '';
      send('call', request);
      const answer = decode(reply) as { ok: boolean; value: unknown; message: string };
      if (!answer.ok) throw new Error(answer.message);
      return answer.value;
    };
  }

  function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
  }

  function encode(value: unknown): string {
    return encodeClone(value, tokenize);
  }

  function decode(text: string): unknown {
    return decodeClone(text, revive);
  }

  function answerCall(detail: string): string {
    try {
      const { id, args } = decode(detail) as { id: number; args: unknown[] };
      const wanted = exported[id];
      if (typeof wanted !== 'function') throw new Error('the function is gone');
      return encode({ ok: true, value: wanted(...args) });
    } catch (error) {
      return encode({ ok: false, message: messageOf(error) });
    }
  }

  listen('call', (detail) => send('reply', answerCall(detail)));
  listen('reply', (detail) => {
    reply = detail;
  });
  listen('settle', (detail) => {
    const settled = decode(detail) as { id: number; ok: boolean; value: unknown; message: string };
    const one = waiting.get(settled.id);
    waiting.delete(settled.id);
    if (settled.ok) one?.resolve(settled.value);
    else one?.reject(new Error(settled.message));
  });
  return { encode, decode };
}
