import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiReply } from '../api/index.ts';
import type { Problem } from '../problem/index.ts';

/** Status codes of the refusals. */
const statusOf: Readonly<Record<string, number>> = {
  'wrong-host': 421,
  'foreign-origin': 403,
  'cross-site': 403,
  embedded: 403,
  'no-session': 401,
  'address-used': 401,
  'not-found': 404,
  'method-not-allowed': 405,
  'wrong-content-type': 415,
  'body-too-large': 413,
  'too-many-pages': 429,
  'fetched-ahead': 503,
};

/** Refuses before anything is done: a page for a person who navigates, JSON for everything else. */
export function refuse(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  const status = statusOf[problem.code] ?? 400;
  const navigates = (request.headers.accept ?? '').includes('text/html');
  response.writeHead(status, {
    'content-type': navigates ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // What is left of a refused body is not read.
    connection: 'close',
  });
  const reply: ApiReply = { ok: false, problem };
  response.end(navigates ? refusalPage(problem) : JSON.stringify(reply));
}

/** Texts here are the door's own; nothing of the request is repeated. */
function refusalPage(problem: Problem): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Mizan: not opened</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 38rem; margin: 15vh auto; padding: 0 1rem }</style>
<h1>Not opened</h1>
<p>${problem.message}.</p>
<p>Press Enter in the terminal where Mizan runs: it prints a new address. It works once, within five minutes.</p>
</html>
`;
}
