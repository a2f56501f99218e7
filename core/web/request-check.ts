import type { IncomingHttpHeaders } from 'node:http';
import { fail, ok, type Result } from '../problem/index.ts';

/** What the door looks at before anything else, without touching the body. */
export interface RequestHead {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Where requests of pages that are not ours come from: frames and plug-ins. */
const embeddingDestinations: ReadonlySet<string> = new Set(['iframe', 'frame', 'fencedframe', 'embed', 'object']);

/**
 * Whether a request comes from our own page in a top-level window, as far as headers tell. `authority` is
 * `127.0.0.1:PORT`. Errors: `wrong-host` (DNS rebinding), `foreign-origin`, `cross-site`, `embedded`.
 */
export function checkSource(head: RequestHead, authority: string): Result<void> {
  if (head.headers.host !== authority) {
    return fail('wrong-host', `This console answers only at http://${authority}/`, 'host');
  }
  const origin = head.headers.origin;
  if (origin !== undefined && origin !== `http://${authority}`) {
    return fail('foreign-origin', 'A page of another origin may not talk to this console', 'origin');
  }
  const site = head.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && head.method === 'GET')) {
    return fail(
      'cross-site',
      'The request comes from another site. Paste the address into the address bar instead of following a link',
      'sec-fetch-site',
    );
  }
  const destination = head.headers['sec-fetch-dest'];
  if (typeof destination === 'string' && embeddingDestinations.has(destination)) {
    return fail('embedded', 'The console does not run inside a frame', 'sec-fetch-dest');
  }
  return ok(undefined);
}

/**
 * Whether an operation is asked for the one way the console does it: POST, from our own origin (a browser always says
 * so on a POST), JSON. Errors: `method-not-allowed`, `foreign-origin`, `wrong-content-type`.
 */
export function checkOperation(head: RequestHead): Result<void> {
  if (head.method !== 'POST') return fail('method-not-allowed', 'Operations are asked for with POST', 'method');
  if (head.headers.origin === undefined) {
    return fail('foreign-origin', 'An operation needs the Origin header of the console', 'origin');
  }
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(head.headers['content-type'] ?? '')) {
    return fail('wrong-content-type', 'Operations are JSON: content-type application/json', 'content-type');
  }
  return ok(undefined);
}

/** The value of one cookie, or null. A name that occurs twice is refused as null: somebody planted one. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}
