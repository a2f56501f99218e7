import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createEventStreams } from '../../../core/web/event-stream.ts';

class RecordedResponse extends EventEmitter {
  text = '';
  ended = false;
  writableLength = 0;
  writeHead() {
    return this;
  }
  write(chunk: string) {
    this.text += chunk;
    return true;
  }
  end() {
    this.ended = true;
  }
  destroy() {
    this.ended = true;
    this.emit('close');
  }
}

function setUp() {
  const ticks: (() => void)[] = [];
  const streams = createEventStreams({
    every: (_milliseconds, action) => {
      ticks.push(action);
      return () => ticks.splice(0);
    },
  });
  const open = (lastSeen?: string) => {
    const response = new RecordedResponse();
    const opened = streams.open(response as unknown as ServerResponse, lastSeen);
    return { response, opened };
  };
  return { streams, open, ticks };
}

const decided = (gateId: string) => ({ type: 'gate.decided', gateId, title: 'land it', state: 'approved' }) as const;

describe('event streams', () => {
  test('every page gets every event, numbered', () => {
    const { streams, open } = setUp();
    const pages = [open().response, open().response];
    streams.publish(decided('gate-1'));
    for (const page of pages) {
      expect(page.text).toBe(
        ':\n\nid: 1\ndata: {"type":"gate.decided","gateId":"gate-1","title":"land it","state":"approved"}\n\n',
      );
    }
  });

  test('a page that reconnects gets what it missed, and only that', () => {
    const { streams, open } = setUp();
    for (const gate of ['gate-1', 'gate-2', 'gate-3']) streams.publish(decided(gate));
    const { response } = open('1');
    expect(response.text).not.toContain('gate-1');
    expect(response.text).toContain('gate-2');
    expect(response.text).toContain('gate-3');
    expect(open('3').response.text).toBe(':\n\n');
  });

  test.each(['7', '-1', 'x', '0.5'])('a page whose place %j is unknown asks for everything anew', (lastSeen) => {
    const { streams, open } = setUp();
    streams.publish(decided('gate-1'));
    expect(open(lastSeen).response.text).toContain('session.changed');
  });

  test('a page that was away for more than 500 events asks for everything anew', () => {
    const { streams, open } = setUp();
    for (let index = 1; index <= 502; index += 1) streams.publish(decided(`gate-${index}`));
    expect(open('2').response.text).not.toContain('session.changed');
    expect(open('1').response.text).toContain('session.changed');
  });

  test('a sixth page is refused until one of the five goes', () => {
    const { open } = setUp();
    const pages = Array.from({ length: 5 }, () => open());
    expect(open().opened).toBe(false);
    pages[0]?.response.emit('close');
    expect(open().opened).toBe(true);
  });

  test('a page that reads too slowly is cut off', () => {
    const { streams, open } = setUp();
    const { response } = open();
    response.writableLength = 2 * 1024 * 1024;
    streams.publish(decided('gate-1'));
    expect(response.ended).toBe(true);
  });

  test('the heartbeat reaches open pages and ends with the door', () => {
    const { streams, open, ticks } = setUp();
    const { response } = open();
    for (const tick of ticks) tick();
    expect(response.text).toBe(':\n\n:\n\n');
    streams.close();
    expect(response.ended).toBe(true);
    expect(ticks).toEqual([]);
  });
});
