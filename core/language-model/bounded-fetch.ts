/** Sends one request. The real one is `globalThis.fetch`. */
export type Fetch = typeof globalThis.fetch;

/** Thrown when a reply has more bytes than it may. */
export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/**
 * `fetch` that talks to one origin only, follows no redirect (the key would go along), and stops reading a body at
 * `maxBytes`, before anybody parses it.
 */
export function boundedFetch(fetch: Fetch, endpoint: URL, maxBytes: number): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== endpoint.origin)
      throw new Error(`bug: a request to ${url.origin} instead of ${endpoint.origin}`);
    const response = await fetch(input, { ...init, redirect: 'error' });
    const body = response.body === null ? null : await readBounded(response.body, maxBytes);
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

async function readBounded(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new ReplyTooLarge(`The reply has more than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
