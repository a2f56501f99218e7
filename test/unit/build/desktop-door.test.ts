import { describe, expect, test } from 'vitest';
import { findDesktopDoor, type StartingPlace } from '../../../build/desktop-door.ts';

const installed = '/project/node_modules/electron/dist/electron';

function place(changes: Partial<StartingPlace> = {}): StartingPlace {
  return {
    environment: { DISPLAY: ':0' },
    platform: 'linux',
    isRoot: false,
    projectRoot: '/project',
    exists: (path) => path === installed,
    ...changes,
  };
}

describe('findDesktopDoor', () => {
  test('opens where program and display are', () => {
    expect(findDesktopDoor(place())).toEqual({ possible: true, program: installed });
    expect(findDesktopDoor(place({ environment: { WAYLAND_DISPLAY: 'wayland-0' } }))).toMatchObject({ possible: true });
  });

  test.each([
    ['the program is missing', place({ exists: () => false }), /install-electron/],
    ['there is no display', place({ environment: { DISPLAY: '' } }), /no display/],
    ['root asks', place({ isRoot: true }), /root/],
  ])('says why not when %s', (_when, where, why) => {
    expect(findDesktopDoor(where)).toMatchObject({ possible: false, why: expect.stringMatching(why) });
  });

  test('macOS and Windows always have a display', () => {
    const mac = '/project/node_modules/electron/dist/Electron.app/Contents/MacOS/Electron';
    const there = place({ platform: 'darwin', environment: {}, exists: (path) => path === mac });
    expect(findDesktopDoor(there)).toEqual({ possible: true, program: mac });
  });

  test('ELECTRON_OVERRIDE_DIST_PATH names the folder of another program', () => {
    const there = place({
      environment: { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: '/double' },
      isRoot: true,
      exists: (path) => path === '/double/electron',
    });
    expect(findDesktopDoor(there)).toEqual({ possible: true, program: '/double/electron' });
  });
});
