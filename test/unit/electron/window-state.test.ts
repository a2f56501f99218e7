import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeWindow, readWindowState, writeWindowState } from '../../../electron/window-state.ts';

const display = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('placeWindow', () => {
  test('opens centred the first time', () => {
    expect(placeWindow(null, [display])).toEqual({
      bounds: { x: 240, y: 70, width: 1440, height: 900 },
      maximized: false,
    });
  });

  test('is never larger than a small display', () => {
    const small = { x: 0, y: 24, width: 1024, height: 700 };
    expect(placeWindow(null, [small]).bounds).toEqual({ x: 0, y: 24, width: 1024, height: 700 });
    const remembered = { bounds: { x: 0, y: 24, width: 3000, height: 2000 }, maximized: false };
    expect(placeWindow(remembered, [small]).bounds).toEqual({ x: 0, y: 24, width: 1024, height: 700 });
  });

  test('comes back where it was, on the second display too', () => {
    const remembered = { bounds: { x: 2000, y: 100, width: 900, height: 700 }, maximized: true };
    expect(placeWindow(remembered, [display, second])).toEqual(remembered);
  });

  test.each([
    ['the display it was on is gone', { x: 2000, y: 100, width: 900, height: 700 }],
    ['only a sliver would show', { x: 1900, y: 100, width: 900, height: 700 }],
    ['its title bar would be above the screen', { x: 100, y: -500, width: 900, height: 700 }],
    ['its title bar would be below the screen', { x: 100, y: 1030, width: 900, height: 700 }],
  ])('is centred again when %s', (_why, bounds) => {
    expect(placeWindow({ bounds, maximized: false }, [display]).bounds.x).toBe(240);
  });
});

describe('the state file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mizan-window-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is read as it was written, and nothing else is left beside it', () => {
    const file = join(folder, 'window.json');
    const state = { bounds: { x: -5, y: 7, width: 800, height: 600 }, maximized: true };
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
    expect(readdirSync(folder)).toEqual(['window.json']);
  });

  test.each([
    ['not JSON', '{'],
    ['another version', '{"version":2,"bounds":{"x":0,"y":0,"width":800,"height":600},"maximized":false}'],
    ['absurd numbers', '{"version":1,"bounds":{"x":0,"y":0,"width":1e9,"height":600},"maximized":false}'],
    ['extra keys', '{"version":1,"bounds":{"x":0,"y":0,"width":800,"height":600},"maximized":false,"x":1}'],
  ])('is nothing when it holds %s', (_what, text) => {
    const file = join(folder, 'window.json');
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
  });

  test('is nothing when it is missing', () => {
    expect(readWindowState(join(folder, 'none.json'))).toBeNull();
  });
});
