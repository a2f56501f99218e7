import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { control } from '../control.ts';
import { CancellableEvent } from './cancellable.ts';
import { SingleInstance } from './single-instance.ts';
import { openWindows } from './window-registry.ts';

type Covered =
  | 'isPackaged'
  | 'name'
  | 'dock'
  | 'getName'
  | 'getVersion'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'getLocale'
  | 'isReady'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'focus'
  | 'enableSandbox'
  | 'setAppUserModelId'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setBadgeCount'
  | 'getBadgeCount'
  | 'badgeCount';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly productName?: string;
}

/** `app`: life cycle, paths, the single-instance lock. Events as in Electron's documentation, in its order. */
export class AppDouble extends EventEmitter implements Pick<Electron.App, Covered> {
  readonly isPackaged = false;
  readonly dock = undefined;
  readonly commandLine = new CommandLineDouble();
  badgeCount = 0;
  name: string;
  readonly #folder: string;
  readonly #version: string;
  readonly #paths = new Map<string, string>();
  readonly #singleInstance: SingleInstance;
  readonly #readiness = Promise.withResolvers<void>();
  #ready = false;
  #quitting = false;

  constructor() {
    super();
    this.#folder = appFolder(process.argv[1]);
    const manifest = JSON.parse(readFileSync(join(this.#folder, 'package.json'), 'utf8')) as Manifest;
    this.name = manifest.productName ?? manifest.name;
    this.#version = manifest.version;
    const asked = this.commandLine.getSwitchValue('user-data-dir');
    this.#paths.set('userData', asked === '' ? join(this.getPath('appData'), this.name) : resolve(asked));
    this.#singleInstance = new SingleInstance(this.getPath('userData'), ({ argv, workingDirectory, data }) => {
      this.emit('second-instance', new CancellableEvent(), argv, workingDirectory, data);
    });
  }

  /** For the double: tells everybody who waits, in Electron's order. */
  becomeReady(): void {
    this.#ready = true;
    this.emit('ready', new CancellableEvent(), {});
    this.#readiness.resolve();
  }

  /** For the double: the last window is gone. */
  allWindowsClosed(): void {
    if (this.#quitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  /** From `productName` of package.json, else its `name`. */
  getName(): string {
    return this.name;
  }

  /** From package.json. */
  getVersion(): string {
    return this.#version;
  }

  /** The folder of the package.json that the started file belongs to. */
  getAppPath(): string {
    return this.#folder;
  }

  /** Always the same, so that tests read the same dates everywhere. */
  getLocale(): string {
    return 'en-US';
  }

  /** The places of Linux; throws for those that the shell does not use. */
  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    const configuration = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
    const places: Partial<Record<typeof name, string>> = {
      home: homedir(),
      appData: configuration,
      sessionData: this.#paths.get('userData') ?? '',
      temp: tmpdir(),
      exe: process.execPath,
      documents: join(homedir(), 'Documents'),
      downloads: join(homedir(), 'Downloads'),
    };
    const place = places[name];
    if (place === undefined) throw new Error(`The Electron double has no app.getPath('${name}')`);
    return place;
  }

  /** Makes the folder too, as Electron does. */
  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  /** Whether `ready` was emitted. */
  isReady(): boolean {
    return this.#ready;
  }

  /** Resolved after the listeners of `ready` ran. */
  whenReady(): Promise<void> {
    return this.#readiness.promise;
  }

  /** Asks everybody in Electron's order: `before-quit`, each window, `will-quit`. Any of them can stop it. */
  quit(): void {
    const before = new CancellableEvent();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    for (const window of [...openWindows]) window.close();
    if (openWindows.length > 0) {
      this.#quitting = false;
      return;
    }
    const will = new CancellableEvent();
    this.emit('will-quit', will);
    if (will.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    this.exit(0);
  }

  /** Emits `quit` and ends the process in the next turn; asks nobody. */
  exit(exitCode = 0): void {
    this.emit('quit', new CancellableEvent(), exitCode);
    setImmediate(() => process.exit(exitCode));
  }

  /** There is no application to bring to the front; only the order of calls is checked. */
  focus(): void {
    this.#requireReady('focus');
  }

  /** Pages are always sandboxed here; only the order of calls is checked. */
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  /** Does nothing outside Windows, as in Electron. */
  setAppUserModelId(_id: string): void {
    if (process.platform !== 'win32') return;
    throw new Error('The Electron double does not run on Windows');
  }

  /** True for the first process of a user data folder; a later one has told the first. */
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    return this.#singleInstance.request(additionalData);
  }

  /** Whether this process is the first of its user data folder. */
  hasSingleInstanceLock(): boolean {
    return this.#singleInstance.held;
  }

  /** Lets another process be the first. */
  releaseSingleInstanceLock(): void {
    this.#singleInstance.release();
  }

  /** Recorded, for a test to read. */
  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    control.badgeCounts.push(count);
    return true;
  }

  /** The number that was set last. */
  getBadgeCount(): number {
    return this.badgeCount;
  }

  #requireReady(method: string): void {
    if (!this.#ready) throw new Error(`app.${method}() needs the ready event first`);
  }
}

/** Chromium's switches. Those of the command line can be read; Chromium itself gets only the double's own. */
class CommandLineDouble
  implements Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'getSwitchValue' | 'removeSwitch'>
{
  readonly #switches = new Map<string, string>();

  constructor() {
    for (const argument of process.argv.slice(2)) {
      const [, name, value] = /^--([^=]+)=?(.*)$/.exec(argument) ?? [];
      if (name !== undefined) this.#switches.set(name, value ?? '');
    }
  }

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name, value);
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }
}

/** The folder of the package.json that the started file belongs to. */
function appFolder(started: string | undefined): string {
  let folder = resolve(started ?? '.');
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('The Electron double needs an app with a package.json');
    folder = above;
  }
  return folder;
}
