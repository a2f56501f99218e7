import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import type { Host } from '../../core/host.ts';
import { openLedgerForReading } from '../../core/ledger/index.ts';
import { required } from '../../core/problem/index.ts';
import { openWebDoor } from '../../core/web/index.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';
import { testHost } from '../fixture/host.ts';
import { expectValue } from '../fixture/ledger.ts';

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** The real web door on a real ledger, in a folder of its own. */
export interface OpenDoor {
  readonly host: Host;
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Of a browser that opened the address. */
  readonly cookie: string;
  newToken(): string;
  /** Exactly these headers and no others but Host; `undefined` leaves Host out. */
  send(request: RawRequest): Promise<RawReply>;
  /** What our own page would send. */
  operate(body: string, headers?: Readonly<Record<string, string>>): Promise<RawReply>;
  /** Size and root of the ledger, read from the file by somebody else. */
  ledgerState(): { readonly size: number; readonly root: string };
  /** What was logged: bugs only, so none is expected. */
  readonly logged: readonly string[];
  close(): Promise<void>;
}

const idleTicker = { every: () => () => undefined };

/** What a build leaves, and beside it a file that nobody may have. */
function writeAssets(folder: string): string {
  const assetsFolder = join(folder, 'renderer');
  mkdirSync(join(assetsFolder, 'assets'), { recursive: true });
  writeFileSync(join(assetsFolder, 'index.html'), '<!doctype html><title>Mizan</title>');
  writeFileSync(join(assetsFolder, 'assets', 'main-1234.js'), `export const text = '${'x'.repeat(5000)}';`);
  writeFileSync(join(folder, 'secret.js'), 'secret');
  return assetsFolder;
}

/** A running web door on a free port, in front of a host of its own. */
export async function openDoor(): Promise<OpenDoor> {
  const { host, folder, ledgerPath, logged, close } = await testHost();
  const assetsFolder = writeAssets(folder);
  expectValue(await host.begin(ledgerPath));
  const door = expectValue(
    await openWebDoor({
      host,
      assetsFolder,
      port: 0,
      clock: systemClock,
      random: systemRandom,
      ticker: idleTicker,
      log: (report) => logged.push(report),
    }),
  );
  const origin = `http://127.0.0.1:${door.port}`;
  const newToken = () => required(new URL(door.newAddress()).searchParams.get('token'), 'token in the address');
  const send = (raw: RawRequest) => sendRaw(door.port, raw);
  const opened = await send({ path: `/?token=${newToken()}` });
  const cookie = required(opened.headers['set-cookie']?.[0]?.split(';')[0], 'cookie');

  return {
    host,
    port: door.port,
    origin,
    cookie,
    newToken,
    send,
    operate: (body, headers = {}) =>
      send({
        method: 'POST',
        path: '/api',
        body,
        headers: { cookie, origin, 'content-type': 'application/json', ...headers },
      }),
    ledgerState() {
      const reader = expectValue(openLedgerForReading(ledgerPath));
      const state = { size: reader.size(), root: reader.root() };
      reader.close();
      return state;
    },
    logged,
    async close() {
      await door.close();
      await close();
    },
  };
}

function sendRaw(port: number, { method = 'GET', path = '/', headers = {}, body }: RawRequest): Promise<RawReply> {
  const { host = `127.0.0.1:${port}`, ...rest } = headers;
  const given = Object.entries({ host, ...rest }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(given), setHost: false, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
