import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '../problem/index.ts';

/** Bytes of a request body. The largest honest one is a reason of 4,000 characters. */
export const bodyLimit = 64 * 1024;

/** Reads a JSON body. Errors: `body-too-large`, `body-not-json`, `body-cut-off`. */
export async function readJsonBody(request: IncomingMessage): Promise<Result<unknown>> {
  const tooLarge = fail('body-too-large', `A request body has at most ${bodyLimit} bytes`, 'body');
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > bodyLimit) return tooLarge;
      chunks.push(bytes);
    }
  } catch {
    return fail('body-cut-off', 'The connection ended before the whole request was there', 'body');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return ok(JSON.parse(text));
  } catch {
    return fail('body-not-json', 'The request body is not JSON in UTF-8', 'body');
  }
}
