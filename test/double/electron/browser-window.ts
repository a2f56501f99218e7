import { EventEmitter } from 'node:events';
import type { Targets } from '../browser/targets.ts';
import { guard } from '../guard.ts';
import type { AppDouble } from './app.ts';
import { CancellableEvent } from './cancellable.ts';
import type { IpcMainDouble } from './ipc-main.ts';
import { WebContentsDouble } from './web-contents.ts';
import { openWindows } from './window-registry.ts';

type Covered =
  | 'id'
  | 'loadURL'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'isVisible'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'minimize'
  | 'restore'
  | 'isMinimized'
  | 'maximize'
  | 'unmaximize'
  | 'isMaximized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'getTitle'
  | 'setTitle'
  | 'flashFrame';

/** What a window needs of the rest of the double. Set once, before the shell starts. */
export interface WindowWorld {
  readonly app: AppDouble;
  readonly ipcMain: IpcMainDouble;
  readonly targets: Promise<Targets>;
}

const defaultBounds = { x: 0, y: 0, width: 800, height: 600 } as const;
const windows = new Map<number, BrowserWindowDouble>();
let lastId = 0;
let focused: BrowserWindowDouble | null = null;

/**
 * `BrowserWindow`. Its state and events are the double's own bookkeeping: a headless page has no frame on any screen.
 */
export class BrowserWindowDouble extends EventEmitter implements Pick<Electron.BrowserWindow, Covered> {
  static #world: WindowWorld | null = null;
  readonly id: number;
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly #app: AppDouble;
  readonly #contents: WebContentsDouble;
  #bounds: Electron.Rectangle;
  #state: 'normal' | 'minimized' | 'maximized' | 'fullscreen' = 'normal';
  #visible: boolean;
  #title: string;
  #destroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    const world = BrowserWindowDouble.#world;
    if (world === null || !world.app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    lastId += 1;
    this.id = lastId;
    this.options = options;
    this.#app = world.app;
    const { x, y, width, height } = { ...defaultBounds, ...options };
    this.#bounds = { x, y, width, height };
    this.#visible = options.show ?? true;
    this.#title = options.title ?? world.app.getName();
    const preferences = options.webPreferences ?? {};
    requireSafe(preferences);
    this.#contents = new WebContentsDouble(world.targets, world.ipcMain, this.#bounds, {
      preload: preferences.preload,
      preloadInSubFrames: preferences.nodeIntegrationInSubFrames ?? false,
    });
    this.#contents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.#contents.on('close-requested', () => this.close());
    this.#contents.on('page-title-updated', (event: CancellableEvent, title: string) => {
      this.emit('page-title-updated', event, title, true);
      if (!event.defaultPrevented) this.#title = title;
    });
    this.#contents.on('render-process-gone', (_event, details) =>
      world.app.emit('render-process-gone', {}, this.webContents, details),
    );
    windows.set(this.id, this);
    openWindows.push(this);
    world.app.emit('web-contents-created', {}, this.webContents);
    world.app.emit('browser-window-created', {}, guard('BrowserWindow', this));
  }

  /** For the double. */
  static enterWorld(world: WindowWorld): void {
    BrowserWindowDouble.#world = world;
  }

  /** All that are not destroyed. */
  static getAllWindows(): BrowserWindowDouble[] {
    return [...windows.values()].map((window) => guard('BrowserWindow', window));
  }

  /** The window that was focused last, if it still is. */
  static getFocusedWindow(): BrowserWindowDouble | null {
    return focused === null ? null : guard('BrowserWindow', focused);
  }

  /** Null for contents whose window is gone. */
  static fromWebContents(contents: { readonly id: number }): BrowserWindowDouble | null {
    return BrowserWindowDouble.getAllWindows().find((window) => window.webContents.id === contents.id) ?? null;
  }

  /** Null for a window that is gone. */
  static fromId(id: number): BrowserWindowDouble | null {
    return BrowserWindowDouble.getAllWindows().find((window) => window.id === id) ?? null;
  }

  get webContents(): WebContentsDouble {
    return guard('webContents', this.#contents);
  }

  /** Resolved when the page has finished loading. */
  loadURL(url: string): Promise<void> {
    return this.#contents.loadURL(url);
  }

  /** Asks the listeners of `close` before it destroys. */
  close(): void {
    if (this.#destroyed) return;
    const event = new CancellableEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  /** Asks nobody; the page of Chromium closes with it. */
  destroy(): void {
    if (this.#destroyed) return;
    this.blur();
    this.#destroyed = true;
    windows.delete(this.id);
    openWindows.splice(openWindows.indexOf(this), 1);
    this.#contents.destroy();
    this.emit('closed');
    if (openWindows.length === 0) this.#app.allWindowsClosed();
  }

  /** Whether `closed` was emitted. */
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Shows and focuses. */
  show(): void {
    this.showInactive();
    this.focus();
  }

  /** Shows without the focus. */
  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.emit('show');
  }

  /** Takes the focus away too. */
  hide(): void {
    if (!this.#visible) return;
    this.blur();
    this.#visible = false;
    this.emit('hide');
  }

  /** True from the start unless `show` was false. */
  isVisible(): boolean {
    return this.#visible;
  }

  /** One window of the process has the focus; a hidden one cannot. */
  focus(): void {
    if (focused === this || !this.#visible) return;
    focused?.blur();
    focused = this;
    this.emit('focus');
    this.#app.emit('browser-window-focus', {}, guard('BrowserWindow', this));
  }

  /** Afterwards no window has the focus. */
  blur(): void {
    if (focused !== this) return;
    focused = null;
    this.emit('blur');
    this.#app.emit('browser-window-blur', {}, guard('BrowserWindow', this));
  }

  /** Whether this is the window with the focus. */
  isFocused(): boolean {
    return focused === this;
  }

  /** Takes the focus away too. */
  minimize(): void {
    this.blur();
    this.#become('minimized', 'minimize');
  }

  /** Only from minimized. */
  restore(): void {
    if (this.#state === 'minimized') this.#become('normal', 'restore');
  }

  /** The state that was set last. */
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  /** The bounds stay: there is no screen to fill. */
  maximize(): void {
    this.#become('maximized', 'maximize');
  }

  /** Only from maximized. */
  unmaximize(): void {
    if (this.#state === 'maximized') this.#become('normal', 'unmaximize');
  }

  /** The state that was set last. */
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  /** The bounds stay: there is no screen to fill. */
  setFullScreen(flag: boolean): void {
    if (flag) this.#become('fullscreen', 'enter-full-screen');
    else if (this.#state === 'fullscreen') this.#become('normal', 'leave-full-screen');
  }

  /** The state that was set last. */
  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }

  /** As they were set: nothing moves a headless window. */
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }

  /** The same as `getBounds`, because no state changes the bounds here. */
  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }

  /** Emits `move` and `resize` for what changed. */
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move');
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height) this.emit('resize');
  }

  /** From the options or the app at first, then from the page unless a listener prevents that. */
  getTitle(): string {
    return this.#title;
  }

  /** Until the page changes its own. */
  setTitle(title: string): void {
    this.#title = title;
  }

  /** Accepted and without effect. */
  flashFrame(_flag: boolean): void {
    // There is no frame to flash; the shell may still ask.
  }

  #become(state: 'normal' | 'minimized' | 'maximized' | 'fullscreen', event: string): void {
    if (this.#state === state) return;
    this.#state = state;
    this.emit(event);
  }
}

/** The double can only show a sandboxed, isolated page, so a window that asks for less is a mistake to report. */
function requireSafe(preferences: Electron.WebPreferences): void {
  const { sandbox = true, contextIsolation = true, nodeIntegration = false, webSecurity = true } = preferences;
  if (sandbox && contextIsolation && !nodeIntegration && webSecurity) return;
  throw new Error('The Electron double shows only sandboxed, isolated pages without Node');
}
