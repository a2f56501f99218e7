import type { ServerResponse } from 'node:http';
import type { ApiEvent } from '../api/index.ts';
import type { Ticker } from '../world/index.ts';

/** Milliseconds between comments that keep the line open and show a dead one. */
const heartbeatMilliseconds = 15_000;
/** Events kept for a page that reconnects. */
const memory = 500;
/** Bytes a page may be behind before its stream is cut; it reconnects and resumes. */
const backlogLimit = 1024 * 1024;
/** Browsers open six connections to a host; more pages than this would leave none for operations. */
const streamLimit = 5;

/** Server-Sent Events: every event of the host to every open page, each with a number to resume from. */
export interface EventStreams {
  publish(event: ApiEvent): void;
  /**
   * Makes the response a stream. `lastSeen` is the number of the last event the page had: what came after is sent
   * again. When that is no longer known the page is told that the session changed, so that it asks for everything anew.
   * False when too many pages are open.
   */
  open(response: ServerResponse, lastSeen: string | undefined): boolean;
  close(): void;
}

/** Streams for at most five pages, with a sign of life every 15 s and the last 500 events kept for resuming. */
export function createEventStreams(ticker: Ticker): EventStreams {
  const streams = new Set<ServerResponse>();
  let recent: readonly { readonly id: number; readonly event: ApiEvent }[] = [];
  let lastId = 0;
  const stopHeartbeat = ticker.every(heartbeatMilliseconds, () => {
    for (const stream of streams) stream.write(':\n\n');
  });

  function missedSince(lastSeen: string | undefined): readonly { readonly id: number; readonly event: ApiEvent }[] {
    if (lastSeen === undefined) return [];
    const seen = Number(lastSeen);
    const oldest = recent[0]?.id ?? lastId + 1;
    const known = Number.isSafeInteger(seen) && seen >= oldest - 1 && seen <= lastId;
    return known ? recent.filter((entry) => entry.id > seen) : [{ id: lastId, event: { type: 'session.changed' } }];
  }

  return {
    publish(event) {
      lastId += 1;
      recent = [...recent, { id: lastId, event }].slice(-memory);
      for (const stream of streams) {
        if (stream.writableLength > backlogLimit) stream.destroy();
        else stream.write(frame(lastId, event));
      }
    },
    open(response, lastSeen) {
      if (streams.size >= streamLimit) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      response.write(':\n\n');
      for (const { id, event } of missedSince(lastSeen)) response.write(frame(id, event));
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return true;
    },
    close() {
      stopHeartbeat();
      for (const stream of streams) stream.end();
    },
  };
}

function frame(id: number, event: ApiEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
