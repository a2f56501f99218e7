import { join } from 'node:path';
import { app, safeStorage, session } from 'electron';
import { createHost } from '../core/host.ts';
import { reviewerKeyFolder, reviewerKeyStore } from '../core/review/index.ts';
import { standardPlaces } from '../core/user-folders/index.ts';
import { systemClock, systemRandom, systemTicker } from '../core/world/index.ts';
import { requestedLedger } from './command-line.ts';
import { createConsoleWindows } from './console-windows.ts';
import { setUpCrashHandling } from './crash.ts';
import { setUpGateway } from './gateway.ts';
import { createKeychain } from './keychain.ts';
import { setUpMenu } from './menu.ts';
import { denyNavigation } from './navigation.ts';
import { denyNetwork } from './network.ts';
import { claimInstance, watchOpening } from './opening.ts';
import { denyPermissions } from './permissions.ts';
import { registerConsoleScheme, serveConsole } from './protocol.ts';
import { finishBeforeQuit } from './quit.ts';

const ledger = requestedLedger(process.argv.slice(1), process.cwd(), process.env);

// First, because a second Mizan must leave before it touches anything the first one holds.
if (claimInstance(ledger)) {
  // Before anything that may fail, so that a failure is said.
  setUpCrashHandling();
  // Both only count before `ready`.
  app.enableSandbox();
  registerConsoleScheme();
  // Before the first page exists: it watches for new ones.
  denyNavigation();
  // Not a top-level await: Electron holds `ready` back until this module has run to its end.
  app.whenReady().then(start, stopOnError);
} else {
  app.quit();
}

function start(): void {
  // The session is closed down before a window uses it.
  denyPermissions(session.defaultSession);
  denyNetwork(session.defaultSession, !app.isPackaged);
  serveConsole(session.defaultSession, join(import.meta.dirname, '..', 'renderer'));

  const places = standardPlaces(process.env, app.getPath('home'));
  // Shared by all windows: the keys and the recent list are this person's, not a window's.
  const keyStore = reviewerKeyStore({
    folder: reviewerKeyFolder(places.configFolder),
    random: systemRandom,
    safeStorage: createKeychain(safeStorage, process.platform),
  });
  const windows = createConsoleWindows({
    preload: join(import.meta.dirname, 'preload.cjs'),
    createHost: (chooseFile) =>
      createHost({
        door: 'desktop',
        version: app.getVersion(),
        ...places,
        keyStore,
        environment: process.env,
        clock: systemClock,
        random: systemRandom,
        ticker: systemTicker,
        chooseFile,
        log: (report) => process.stderr.write(`mizan: ${report}\n`),
      }),
  });
  // Before the first window loads: the page asks at once.
  setUpGateway(windows.responderOf);
  setUpMenu({ chooseLedger: (window) => void windows.choose(window).catch(stopOnError) });
  const open = (wanted: string | null): void => void windows.open(wanted).catch(stopOnError);
  watchOpening(open);
  app.on('activate', () => open(null));
  finishBeforeQuit(() => windows.close());
  app.on('window-all-closed', () => {
    // On macOS an app without windows stays in the dock.
    if (process.platform !== 'darwin') app.quit();
  });
  open(ledger);
}

function stopOnError(error: unknown): void {
  // Thrown outside of any promise, so that the crash handler says it.
  setImmediate(() => {
    throw error;
  });
}
