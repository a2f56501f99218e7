import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  /** Asks for a ledger file and opens it in the window in front. */
  chooseLedger(window: BrowserWindow | null): void;
}

/** The menu bar. Copy, paste and quit need one on macOS; everything else is in the console itself. */
export function setUpMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform, app.isPackaged)));
}

/**
 * The menu as data. macOS has the application's own menu and no quit under File; reload and the developer tools are
 * only there while the program is not packaged.
 */
export function menuTemplate(
  actions: MenuActions,
  platform: NodeJS.Platform,
  packaged: boolean,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      {
        id: 'open-ledger',
        label: 'Open Ledger…',
        accelerator: 'CommandOrControl+O',
        click: (_item, window) => actions.chooseLedger(asBrowserWindow(window)),
      },
      { type: 'separator' },
      mac ? { role: 'close' } : { role: 'quit' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(packaged ? [] : [{ role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  return [...(mac ? [{ role: 'appMenu' } as const] : []), file, { role: 'editMenu' }, view, { role: 'windowMenu' }];
}

function asBrowserWindow(window: Electron.BaseWindow | undefined): BrowserWindow | null {
  return window !== undefined && 'webContents' in window ? (window as BrowserWindow) : null;
}
