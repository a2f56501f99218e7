import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { honestInputs, operationNames, requestText } from './inputs.ts';
import { type OpenDoor, openDoor, type RawReply, type RawRequest } from './open-door.ts';

let door: OpenDoor;
let before: ReturnType<OpenDoor['ledgerState']>;
beforeAll(async () => {
  door = await openDoor();
  before = door.ledgerState();
});
afterAll(() => door.close());

function expectRefused(reply: RawReply, status: number, code: string): void {
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.body)).toMatchObject({ ok: false, problem: { code } });
  expect(door.ledgerState()).toEqual(before);
  expect(door.logged).toEqual([]);
}

/** Ways in which a page or program that is not the console may ask; each keeps everything else right. */
const strangers: readonly [string, (door: OpenDoor) => RawRequest['headers'], number, string][] = [
  ['a foreign origin', () => ({ origin: 'https://evil.example' }), 403, 'foreign-origin'],
  ['an origin that begins like ours', ({ origin }) => ({ origin: `${origin}.evil.example` }), 403, 'foreign-origin'],
  ['another port of this machine', () => ({ origin: 'http://127.0.0.1:1' }), 403, 'foreign-origin'],
  ['a sandboxed frame', () => ({ origin: 'null' }), 403, 'foreign-origin'],
  ['no origin at all', () => ({ origin: undefined }), 403, 'foreign-origin'],
  ['a host name bound to this machine', ({ port }) => ({ host: `evil.example:${port}` }), 421, 'wrong-host'],
  ['localhost by name', ({ port }) => ({ host: `localhost:${port}` }), 421, 'wrong-host'],
  ['the host without its port', () => ({ host: '127.0.0.1' }), 421, 'wrong-host'],
  ['another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403, 'cross-site'],
  ['another port, says the browser', () => ({ 'sec-fetch-site': 'same-site' }), 403, 'cross-site'],
  ['a subframe', () => ({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }), 403, 'embedded'],
  ['an embedded object', () => ({ 'sec-fetch-dest': 'embed' }), 403, 'embedded'],
  ['a browser without the cookie', () => ({ cookie: undefined }), 401, 'no-session'],
  ['a made-up cookie', ({ port }) => ({ cookie: `mizan_${port}=${'A'.repeat(43)}` }), 401, 'no-session'],
  ['a planted second cookie', ({ cookie }) => ({ cookie: `${cookie}; ${cookie}` }), 401, 'no-session'],
  ['a form', () => ({ 'content-type': 'application/x-www-form-urlencoded' }), 415, 'wrong-content-type'],
  ['text that is JSON', () => ({ 'content-type': 'text/plain' }), 415, 'wrong-content-type'],
  ['no content type', () => ({ 'content-type': undefined }), 415, 'wrong-content-type'],
];

describe.each(strangers)('every operation asked for by %s', (_who, headersOf, status, code) => {
  test.each(operationNames)('%s', async (name) => {
    const honest = { cookie: door.cookie, origin: door.origin, 'content-type': 'application/json' };
    const reply = await door.send({
      method: 'POST',
      path: '/api',
      headers: { ...honest, ...headersOf(door) },
      body: requestText(name, JSON.stringify(honestInputs[name])),
    });
    expectRefused(reply, status, code);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('methods and bodies', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s on /api', async (method) => {
    const reply = await door.send({ method, path: '/api', headers: { cookie: door.cookie, origin: door.origin } });
    expectRefused(reply, 405, 'method-not-allowed');
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s on a page', async (method) => {
    const reply = await door.send({ method, headers: { cookie: door.cookie, origin: door.origin } });
    expectRefused(reply, 405, 'method-not-allowed');
  });

  test('a body over 64 KiB, announced', async () => {
    const body = requestText('gates.decide', JSON.stringify({ reason: 'x'.repeat(70_000) }));
    expectRefused(await door.operate(body, { 'content-length': `${body.length}` }), 413, 'body-too-large');
  });

  test('a body over 64 KiB that says nothing of its size', async () => {
    const body = requestText('gates.decide', JSON.stringify({ reason: 'x'.repeat(70_000) }));
    expectRefused(await door.operate(body, { 'transfer-encoding': 'chunked' }), 413, 'body-too-large');
  });

  test.each(['', '{', '{"name":"session.get","input":{}}x', 'NaN'])('the body %j', async (body) => {
    expectRefused(await door.operate(body), 400, 'body-not-json');
  });

  test('brackets without end', async () => {
    const reply = await door.operate(requestText('ledger.events', '['.repeat(30_000) + ']'.repeat(30_000)));
    expectRefused(reply, 200, 'input-invalid');
  });
});

describe('the one-time address', () => {
  test('works once', async () => {
    const path = `/?token=${door.newToken()}`;
    const first = await door.send({ path });
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    expect(first.headers['set-cookie']?.[0]).toMatch(/^mizan_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    expectRefused(await door.send({ path }), 401, 'address-used');
  });

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, 403, 'cross-site'],
    ['inside a frame', { 'sec-fetch-dest': 'iframe' }, 403, 'embedded'],
    ['with another host', { host: 'evil.example' }, 421, 'wrong-host'],
    ['fetched ahead', { 'sec-purpose': 'prefetch;prerender' }, 503, 'fetched-ahead'],
  ])('is not used up %s', async (_how, headers, status, code) => {
    const path = `/?token=${door.newToken()}`;
    expectRefused(await door.send({ path, headers }), status, code);
    expect((await door.send({ path })).status).toBe(303);
  });

  test('opens nothing but the page', async () => {
    const reply = await door.send({
      method: 'POST',
      path: `/api?token=${door.newToken()}`,
      headers: { origin: door.origin },
    });
    expectRefused(reply, 401, 'no-session');
  });
});

describe('pages and events', () => {
  test.each(['/', '/assets/main-1234.js', '/events'])('%s needs the cookie', async (path) => {
    expectRefused(await door.send({ path }), 401, 'no-session');
  });

  test.each(['/', '/assets/main-1234.js', '/events'])('%s is not for another site', async (path) => {
    const headers = { cookie: door.cookie, 'sec-fetch-site': 'cross-site' };
    expectRefused(await door.send({ path, headers }), 403, 'cross-site');
  });

  test.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets/%2e%2e%5c%2e%2e%5csecret.js',
    '//127.0.0.1/secret.js',
    '/..\\secret.js',
    '/%00',
    '/%zz',
    '/missing.js',
  ])('nothing is found at %s', async (path) => {
    expectRefused(await door.send({ path, headers: { cookie: door.cookie } }), 404, 'not-found');
  });
});

describe('every response, refusals included', () => {
  test.each(['/', '/?token=used', '/assets/main-1234.js', '/missing', '/api'])(
    '%s carries the policy',
    async (path) => {
      for (const headers of [{}, { cookie: door.cookie }]) {
        const reply = await door.send({ path, headers });
        expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
        expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(reply.headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );

  test('a refusal repeats nothing of the request', async () => {
    const reply = await door.send({
      path: '/?token=%3Cscript%3E',
      headers: { accept: 'text/html', origin: door.origin },
    });
    expect(reply.status).toBe(401);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).not.toContain('script');
  });
});

describe('our own page', () => {
  test('gets an answer, so that the refusals above are about the strangers', async () => {
    const reply = await door.operate(requestText('session.get', '{}'), { 'sec-fetch-site': 'same-origin' });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({ ok: true, value: { door: 'web' } });
  });

  test('gets its files compressed, and only hashed ones to keep', async () => {
    const headers = { cookie: door.cookie, 'accept-encoding': 'gzip, br' };
    const script = await door.send({ path: '/assets/main-1234.js', headers });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(Number(script.headers['content-length'])).toBeLessThan(1000);
    expect((await door.send({ headers })).headers['cache-control']).toBe('no-store');
  });
});
