import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelProvider } from '../../../core/language-model/settings.ts';

/** What the server does with one request. */
export type WireReply =
  /** A reply of the model, in the format that the request asked for. */
  | { readonly kind: 'text'; readonly text: string; readonly length?: boolean; readonly tokens?: false }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Status 200 with this body, whatever it is. */
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'bytes'; readonly count: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'redirect'; readonly to: string };

export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
}

export interface WireServer {
  readonly origin: string;
  readonly requests: readonly WireRequest[];
  /** Resolves when somebody who asked has hung up without an answer. */
  readonly givenUp: Promise<void>;
  /** The `base_url` of this provider on this server. */
  baseUrl(provider: ModelProvider): string;
  close(): Promise<void>;
}

/**
 * A server on loopback that speaks the formats of OpenAI, Anthropic and Ollama and answers as the script says, the
 * last line for ever.
 */
export async function startWireServer(
  script: readonly WireReply[] | ((request: WireRequest, index: number) => WireReply),
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const givenUp = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) givenUp.resolve();
    });
    void readBody(request).then((body) => {
      const seen = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(body) as Record<string, unknown>,
      };
      requests.push(seen);
      const index = requests.length - 1;
      const reply = typeof script === 'function' ? script(seen, index) : (script[index] ?? script.at(-1));
      send(reply ?? { kind: 'status', status: 500 }, seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    givenUp: givenUp.promise,
    baseUrl: (provider) => `${origin}/${provider === 'ollama' ? 'api' : 'v1'}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(reply: WireReply, request: WireRequest, response: ServerResponse): void {
  const json = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
  switch (reply.kind) {
    case 'text':
      json(200, JSON.stringify(envelope(request.path, reply)));
      break;
    case 'status':
      json(reply.status, JSON.stringify(errorBody(request.path, reply.message ?? 'no')), reply.headers);
      break;
    case 'body':
      json(200, reply.body);
      break;
    case 'bytes':
      // Not JSON on purpose: whoever parses it before it is cut off fails with another error.
      response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(reply.count, 0x20));
      break;
    case 'hang':
      break;
    case 'reset':
      response.socket?.resetAndDestroy();
      break;
    case 'redirect':
      response.writeHead(307, { location: reply.to }).end();
  }
}

type TextReply = Extract<WireReply, { kind: 'text' }>;

/** Tokens of every reply: 1,000 in, of which 200 were cached where the format can say so, and 50 out. */
function envelope(path: string, { text, length, tokens }: TextReply): unknown {
  if (path === '/v1/chat/completions') {
    return {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'recorded',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: length ? 'length' : 'stop' }],
      ...(tokens === false
        ? {}
        : { usage: { prompt_tokens: 1_000, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 200 } } }),
    };
  }
  if (path === '/v1/messages') {
    return {
      id: 'msg-1',
      type: 'message',
      role: 'assistant',
      model: 'recorded',
      content: [{ type: 'text', text }],
      stop_reason: length ? 'max_tokens' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 800, cache_read_input_tokens: 200, output_tokens: 50 },
    };
  }
  return {
    model: 'recorded',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: length ? 'length' : 'stop',
    prompt_eval_count: 1_000,
    eval_count: 50,
  };
}

function errorBody(path: string, message: string): unknown {
  if (path === '/v1/chat/completions') return { error: { message, type: 'error' } };
  if (path === '/v1/messages') return { type: 'error', error: { type: 'api_error', message } };
  return { error: { message } };
}
