import { describe, expect, test } from 'vitest';
import { checkOperation, checkSource, cookieValue } from '../../../core/web/request-check.ts';

const authority = '127.0.0.1:4000';
const own = { host: authority };

describe('checkSource', () => {
  test.each([
    ['a typed address', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['our own script', 'POST', { origin: `http://${authority}`, 'sec-fetch-site': 'same-origin' }],
    ['a browser without Sec-Fetch', 'GET', {}],
  ])('lets %s in', (_who, method, headers) => {
    expect(checkSource({ method, headers: { ...own, ...headers } }, authority)).toMatchObject({ ok: true });
  });

  test.each([
    ['another name for this machine', 'GET', { host: 'localhost:4000' }, 'wrong-host'],
    ['DNS rebinding', 'GET', { host: 'evil.example:4000' }, 'wrong-host'],
    ['another port', 'GET', { host: '127.0.0.1:4001' }, 'wrong-host'],
    ['no host', 'GET', { host: undefined }, 'wrong-host'],
    ['a foreign origin', 'POST', { origin: 'https://evil.example' }, 'foreign-origin'],
    ['a sandboxed frame', 'POST', { origin: 'null' }, 'foreign-origin'],
    ['the same origin over https', 'POST', { origin: `https://${authority}` }, 'foreign-origin'],
    ['another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 'cross-site'],
    ['another port of this host', 'GET', { 'sec-fetch-site': 'same-site' }, 'cross-site'],
    ['a POST that no page made', 'POST', { 'sec-fetch-site': 'none' }, 'cross-site'],
    ['a frame', 'GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }, 'embedded'],
    ['an object', 'GET', { 'sec-fetch-dest': 'object' }, 'embedded'],
  ])('refuses %s', (_who, method, headers, code) => {
    expect(checkSource({ method, headers: { ...own, ...headers } }, authority)).toMatchObject({ problem: { code } });
  });
});

describe('checkOperation', () => {
  const json = { origin: `http://${authority}`, 'content-type': 'application/json' };

  test('takes a JSON POST with an origin', () => {
    expect(checkOperation({ method: 'POST', headers: json })).toMatchObject({ ok: true });
    const withCharset = { ...json, 'content-type': 'application/json; charset=UTF-8' };
    expect(checkOperation({ method: 'POST', headers: withCharset })).toMatchObject({ ok: true });
  });

  test.each([
    ['GET', json, 'method-not-allowed'],
    ['PUT', json, 'method-not-allowed'],
    ['POST', { 'content-type': 'application/json' }, 'foreign-origin'],
    ['POST', { ...json, 'content-type': 'text/plain' }, 'wrong-content-type'],
    ['POST', { ...json, 'content-type': 'application/x-www-form-urlencoded' }, 'wrong-content-type'],
    ['POST', { ...json, 'content-type': 'application/jsonp' }, 'wrong-content-type'],
    ['POST', { origin: json.origin }, 'wrong-content-type'],
  ])('refuses %s with %j', (method, headers, code) => {
    expect(checkOperation({ method, headers })).toMatchObject({ problem: { code } });
  });
});

describe('cookieValue', () => {
  test.each([
    ['mizan_1=abc', 'abc'],
    ['a=b; mizan_1=abc; c=d', 'abc'],
    ['mizan_1=a=b', 'a=b'],
    ['mizan_10=abc', null],
    ['xmizan_1=abc', null],
    ['mizan_1=abc; mizan_1=planted', null],
    ['', null],
    [undefined, null],
  ])('%j gives %j', (header, value) => {
    expect(cookieValue(header, 'mizan_1')).toBe(value);
  });
});
