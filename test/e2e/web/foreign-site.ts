import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForeignSite {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * A page on another port of this machine: the same host, so that the browser even sends the cookie along. It asks
 * `target` for every request in every way that a page has, and lists what came of each.
 */
export async function foreignSite(target: string, requests: readonly string[]): Promise<ForeignSite> {
  const page = `<!doctype html>
<title>Elsewhere</title>
<iframe src="${target}/"></iframe>
<embed src="${target}/">
<object data="${target}/"></object>
<iframe name="result"></iframe>
<form method="post" enctype="text/plain" action="${target}/api" target="result"></form>
<ul></ul>
<script type="module">
  const list = document.querySelector('ul');
  const note = (text) => list.append(Object.assign(document.createElement('li'), { textContent: text }));
  const attempt = (name, options) => fetch('${target}' + name, { credentials: 'include', ...options }).then(
    (response) => note(response.type + ' ' + response.status),
    () => note('refused'),
  );
  for (const body of ${JSON.stringify(requests)}) {
    await attempt('/api', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    await attempt('/api', { method: 'POST', body, mode: 'no-cors' });
  }
  await attempt('/', {});
  await attempt('/', { mode: 'no-cors' });
  document.querySelector('form').submit();
  await new Promise((resolve) => {
    const source = new EventSource('${target}/events', { withCredentials: true });
    source.addEventListener('open', () => resolve(note('events arrive')));
    source.addEventListener('error', () => resolve(note('refused')));
  });
  document.title = 'Tried everything';
</script>
`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
