import { startChromium } from './browser/chromium.ts';
import { connectToBrowser } from './browser/session.ts';
import { type Targets, watchTargets } from './browser/targets.ts';
import { AppDouble } from './electron/app.ts';
import { BrowserWindowDouble } from './electron/browser-window.ts';
import { dialog } from './electron/dialog.ts';
import { IpcMainDouble } from './electron/ipc-main.ts';
import { MenuDouble, MenuItemDouble } from './electron/menu.ts';
import { NotificationDouble } from './electron/notification.ts';
import { closeSchemeRegistration } from './electron/protocol.ts';
import { SafeStorageDouble } from './electron/safe-storage.ts';
import { defaultSession } from './electron/session.ts';
import { clipboard, NativeThemeDouble, PowerMonitorDouble, ScreenDouble, shell } from './electron/system.ts';
import { allWebContents, type WebContentsDouble } from './electron/web-contents.ts';
import { guard } from './guard.ts';

/** What `require('electron')` gives in the main process, as far as the double covers it. Starts Chromium at once. */
export function createElectronModule(): Record<string, object> {
  const app = new AppDouble();
  const ipcMain = new IpcMainDouble();
  const targets = start(app);
  BrowserWindowDouble.enterWorld({ app, ipcMain, targets });
  MenuDouble.app = app;

  const webContents = {
    getAllWebContents: () => [...allWebContents.values()].map((one) => guard('webContents', one)),
    fromId: (id: number) => find((one) => one.id === id),
    fromDevToolsTargetId: (targetId: string) => find((one) => one.targetId === targetId),
  } satisfies Record<
    keyof Pick<typeof Electron.webContents, 'getAllWebContents' | 'fromId' | 'fromDevToolsTargetId'>,
    unknown
  >;

  const members: Record<string, object> = {
    app,
    BrowserWindow: BrowserWindowDouble,
    clipboard,
    dialog,
    ipcMain,
    Menu: MenuDouble,
    MenuItem: MenuItemDouble,
    nativeTheme: new NativeThemeDouble(),
    Notification: NotificationDouble,
    powerMonitor: new PowerMonitorDouble(),
    protocol: defaultSession.protocol,
    safeStorage: new SafeStorageDouble(app),
    screen: new ScreenDouble(),
    session: { defaultSession },
    shell,
    webContents,
  } satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, object>>;
  const guarded = Object.entries(members).map(([name, member]) => [name, guard(name, member)]);
  return guard('electron', Object.fromEntries(guarded));
}

function find(wanted: (contents: WebContentsDouble) => boolean): WebContentsDouble | undefined {
  const found = [...allWebContents.values()].find(wanted);
  return found === undefined ? undefined : guard('webContents', found);
}

async function start(app: AppDouble): Promise<Targets> {
  const chromium = await startChromium();
  const browser = await connectToBrowser(chromium.address);
  const byTarget = (id: string) => [...allWebContents.values()].find((one) => one.targetId === id);
  const targets = await watchTargets(browser, {
    titleChanged: (id, title) => byTarget(id)?.titleChanged(title),
    destroyed: (id) => byTarget(id)?.close(),
  });
  closeSchemeRegistration();
  app.becomeReady();
  return targets;
}
