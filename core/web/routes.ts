import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Host } from '../host.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Access } from './access.ts';
import type { Assets } from './assets.ts';
import type { EventStreams } from './event-stream.ts';
import { refuse } from './refusal.ts';
import { readJsonBody } from './request-body.ts';
import { checkOperation, checkSource, cookieValue } from './request-check.ts';

export interface RouteParts {
  readonly host: Pick<Host, 'handle'>;
  readonly access: Access;
  readonly assets: Assets;
  readonly streams: EventStreams;
  /** `127.0.0.1:PORT`. */
  readonly authority: string;
  /** Named after the port, because browsers share cookies between the ports of a host. */
  readonly cookieName: string;
}

const done = ok(undefined);

/** Answers one request, or refuses it. */
export async function answer(request: IncomingMessage, response: ServerResponse, parts: RouteParts): Promise<void> {
  const result = await route(request, response, parts);
  if (!result.ok) refuse(request, response, result.problem);
}

/** Where it comes from, then who it is, then what it wants. */
async function route(request: IncomingMessage, response: ServerResponse, parts: RouteParts): Promise<Result<void>> {
  const { method = '', headers } = request;
  const url = parseTarget(request.url ?? '');
  if (url === null) return fail('not-found', 'There is no such page');
  const source = checkSource({ method, headers }, parts.authority);
  if (!source.ok) return source;

  const token = url.searchParams.get('token');
  if (method === 'GET' && url.pathname === '/' && token !== null) return exchange(request, response, parts, token);

  const secret = cookieValue(headers.cookie, parts.cookieName);
  if (secret === null || !parts.access.isSession(secret)) {
    return fail('no-session', 'This browser has no session with the console');
  }
  if (url.pathname === '/api') return operate(request, response, parts);
  if (method !== 'GET') return fail('method-not-allowed', 'Pages are only read');
  if (url.pathname === '/events') return follow(request, response, parts);
  return serve(request, response, parts, url.pathname);
}

/** Only a plain path: `http://other/` and `//other` as request targets are not ours. */
function parseTarget(target: string): URL | null {
  if (!target.startsWith('/') || target.startsWith('//') || target.includes('\\')) return null;
  return URL.parse(target, 'http://console.invalid');
}

/** One-time token for a session cookie. */
function exchange(request: IncomingMessage, response: ServerResponse, parts: RouteParts, token: string): Result<void> {
  // A browser that fetches ahead would use the address up before the person opens it.
  if (/prefetch|prerender/.test(`${request.headers['sec-purpose']} ${request.headers.purpose}`)) {
    return fail('fetched-ahead', 'The address is opened by a person, not fetched ahead');
  }
  const secret = parts.access.exchange(token);
  if (secret === null) return fail('address-used', 'This address was used before or is too old');
  response.writeHead(303, {
    location: '/',
    'set-cookie': `${parts.cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/`,
    'cache-control': 'no-store',
  });
  response.end();
  return done;
}

async function operate(request: IncomingMessage, response: ServerResponse, parts: RouteParts): Promise<Result<void>> {
  const allowed = checkOperation({ method: request.method ?? '', headers: request.headers });
  if (!allowed.ok) return allowed;
  const body = await readJsonBody(request);
  if (!body.ok) return body;
  const reply = await parts.host.handle(body.value);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(reply));
  return done;
}

function follow(request: IncomingMessage, response: ServerResponse, parts: RouteParts): Result<void> {
  const lastSeen = request.headers['last-event-id'];
  const opened = parts.streams.open(response, typeof lastSeen === 'string' ? lastSeen : undefined);
  return opened ? done : fail('too-many-pages', 'The console is open in too many tabs: close one');
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: RouteParts,
  path: string,
): Promise<Result<void>> {
  const acceptEncoding = request.headers['accept-encoding'];
  const asset = await parts.assets.find(path, typeof acceptEncoding === 'string' ? acceptEncoding : '');
  if (!asset.ok) return asset;
  const { body, mediaType, encoding, cacheControl } = asset.value;
  response.writeHead(200, {
    'content-type': mediaType,
    'content-length': body.length,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  });
  response.end(body);
  return done;
}
