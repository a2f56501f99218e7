import { join } from 'node:path';
import { app, BrowserWindow, screen } from 'electron';
import { consoleAddress } from './origin.ts';
import { placeWindow, readWindowState, writeWindowState } from './window-state.ts';

/** Makes a window for the console, where the last one was. It shows itself when there is something to see. */
export function createConsoleWindow(preload: string): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window.json');
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
  const place = placeWindow(
    readWindowState(stateFile),
    [primary, ...others].map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Mizan',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // The checker would fetch dictionaries from the network.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (place.maximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  });
  return window;
}

/** Loads the console from its own scheme, never from the network. Rejects when the page cannot be loaded. */
export function loadConsole(window: BrowserWindow): Promise<void> {
  return window.loadURL(consoleAddress);
}

/** Brings a window to the front because a person asked for it. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
