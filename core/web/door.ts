import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { securityHeaders } from '../console/index.ts';
import type { Host } from '../host.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock, RandomSource, Ticker } from '../world/index.ts';
import { createAccess } from './access.ts';
import { openAssets } from './assets.ts';
import { createEventStreams } from './event-stream.ts';
import { answer, type RouteParts } from './routes.ts';

export interface WebDoorOptions {
  readonly host: Host;
  /** The built renderer, `dist/renderer`. */
  readonly assetsFolder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly ticker: Ticker;
  /** Takes one line for each bug; never a secret. */
  readonly log: (line: string) => void;
}

export interface WebDoor {
  readonly port: number;
  /** A new address that opens the console once, within five minutes. */
  newAddress(): string;
  /** Ends every connection, then resolves. The host stays open. */
  close(): Promise<void>;
}

/** Nobody on the network reaches this door. */
const loopback = '127.0.0.1';

/**
 * Serves the console and the host's operations on loopback (docs/doors.md). Errors: `renderer-missing`, `port-in-use`,
 * `port-refused`.
 */
export async function openWebDoor(options: WebDoorOptions): Promise<Result<WebDoor>> {
  const assets = await openAssets(options.assetsFolder);
  if (!assets.ok) return assets;
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 });
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;
  const authority = `${loopback}:${port}`;
  const parts: RouteParts = {
    host: options.host,
    access: createAccess(options.clock, options.random),
    assets: assets.value,
    streams: createEventStreams(options.ticker),
    authority,
    cookieName: `mizan_${port}`,
  };
  const unsubscribe = options.host.subscribe((event) => parts.streams.publish(event));

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    answer(request, response, parts).catch((error: unknown) => {
      options.log(`web door: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      response.destroy();
    });
  });

  return ok({
    port,
    newAddress: () => `http://${authority}/?token=${parts.access.issueToken()}`,
    async close() {
      unsubscribe();
      parts.streams.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  });
}

function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(
        error.code === 'EADDRINUSE'
          ? fail('port-in-use', `Port ${port} is taken: leave --port out to get a free one`, '--port')
          : fail('port-refused', `Port ${port} cannot be opened: ${error.message}`, '--port'),
      );
    });
    server.listen({ host: loopback, port, exclusive: true }, () => resolve(ok((server.address() as AddressInfo).port)));
  });
}
