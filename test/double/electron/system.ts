import { EventEmitter } from 'node:events';
import { control } from '../control.ts';

/** `shell`: what would be opened is recorded. */
export const shell = {
  async openExternal(url) {
    control.openedExternally.push(url);
  },
  showItemInFolder(fullPath) {
    control.openedExternally.push(fullPath);
  },
  beep() {
    // There is no bell to hear.
  },
} satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder' | 'beep'>;

let clipboardText = '';

/** `clipboard`: text only, of this process only. */
export const clipboard = {
  async readText() {
    return clipboardText;
  },
  async writeText(text) {
    clipboardText = text;
  },
  async clear() {
    clipboardText = '';
  },
} satisfies Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>;

/** `nativeTheme`: light unless the shell asks for dark. Pages keep what Chromium and Playwright tell them. */
export class NativeThemeDouble
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  #source: Electron.NativeTheme['themeSource'] = 'system';

  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: Electron.NativeTheme['themeSource']) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

const area = { x: 0, y: 0, width: 1600, height: 1000 } as const;
const display = { id: 1, label: 'Electron double', bounds: area, workArea: area, scaleFactor: 1, rotation: 0 };
type DisplayCovered = Pick<Electron.Display, keyof typeof display>;

/** `screen`: one display of 1600 × 1000. */
export class ScreenDouble extends EventEmitter {
  /** The only one. */
  getPrimaryDisplay(): DisplayCovered {
    return display;
  }

  /** The only one. */
  getAllDisplays(): DisplayCovered[] {
    return [display];
  }
}

/** `powerMonitor`: events for a test to emit. */
export class PowerMonitorDouble
  extends EventEmitter
  implements Pick<Electron.PowerMonitor, 'getSystemIdleTime' | 'isOnBatteryPower'>
{
  /** Nobody is ever idle: 0 seconds. */
  getSystemIdleTime(): number {
    return 0;
  }

  /** Never. */
  isOnBatteryPower(): boolean {
    return false;
  }
}
