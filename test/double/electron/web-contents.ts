import { EventEmitter } from 'node:events';
import type { Protocol } from 'devtools-protocol/types/protocol.js';
import { Page, type PageOptions, type Reply } from '../browser/page.ts';
import type { Target, Targets } from '../browser/targets.ts';
import { control } from '../control.ts';
import { guard } from '../guard.ts';
import { encodeClone } from '../page/clone.ts';
import { cancellable } from './cancellable.ts';
import { grantPermissions } from './granted-permissions.ts';
import type { InvokeReply, IpcMainDouble, PostedMessage } from './ipc-main.ts';
import { toChromium, toShell } from './protocol.ts';
import { defaultSession } from './session.ts';
import type { WebFrameDouble } from './web-frame.ts';

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
type Covered =
  | 'id'
  | 'loadURL'
  | 'getURL'
  | 'getTitle'
  | 'isDestroyed'
  | 'isLoading'
  | 'isCrashed'
  | 'isFocused'
  | 'focus'
  | 'reload'
  | 'send'
  | 'executeJavaScript'
  | 'setWindowOpenHandler'
  | 'setZoomLevel'
  | 'getZoomLevel'
  | 'forcefullyCrashRenderer';

let lastId = 0;
let lastRequestId = 0;
export const allWebContents = new Map<number, WebContentsDouble>();

/** `webContents`: a page of Chromium, steered over the DevTools protocol. */
export class WebContentsDouble extends EventEmitter implements Pick<Electron.WebContents, Covered> {
  readonly id: number;
  readonly session = defaultSession;
  readonly #ipcMain: IpcMainDouble;
  readonly #targets: Promise<Targets>;
  readonly #opened: Promise<Page>;
  #target: Target | null = null;
  #page: Page | null = null;
  #openHandler: WindowOpenHandler | null = null;
  #title = '';
  #zoomLevel = 0;
  #loading = false;
  #destroyed = false;
  #crashed = false;
  /** Navigations that the shell itself began: `will-navigate` is not for those. */
  #ownNavigations = 0;

  constructor(
    targets: Promise<Targets>,
    ipcMain: IpcMainDouble,
    size: { readonly width: number; readonly height: number },
    options: PageOptions,
  ) {
    super();
    lastId += 1;
    this.id = lastId;
    this.#ipcMain = ipcMain;
    this.#targets = targets;
    allWebContents.set(this.id, this);
    this.#opened = this.#open(size, options);
    // Whoever loads an address gets the error; without a load there is nobody to tell.
    this.#opened.catch(() => undefined);
  }

  get mainFrame(): WebFrameDouble | null {
    return this.#page?.mainFrame ?? null;
  }

  /** For the double. */
  get targetId(): string | null {
    return this.#target?.id ?? null;
  }

  /** Resolved when the page has finished loading, rejected when Chromium cannot go there. */
  async loadURL(url: string): Promise<void> {
    const page = await this.#opened;
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', resolve));
    this.#ownNavigations += 1;
    const { errorText } = await page.session.send('Page.navigate', { url: toChromium(url) });
    if (errorText !== undefined) {
      this.emit('did-fail-load', {}, -2, errorText, url, true);
      throw new Error(`${errorText} loading '${url}'`);
    }
    await loaded;
  }

  /** As the shell writes addresses; empty before the first page. */
  getURL(): string {
    return this.mainFrame?.url ?? '';
  }

  /** The last that Chromium reported. */
  getTitle(): string {
    return this.#title;
  }

  /** Whether the window is gone. */
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** From the navigation to the load event. */
  isLoading(): boolean {
    return this.#loading;
  }

  /** Until the next reload. */
  isCrashed(): boolean {
    return this.#crashed;
  }

  /** Every page that is there, because headless pages share no keyboard. */
  isFocused(): boolean {
    return !this.#destroyed;
  }

  /** Brings the page to the front of Chromium; does not wait. */
  focus(): void {
    void this.#page?.session.send('Page.bringToFront');
  }

  /** Does not wait; also wakes a crashed page. */
  reload(): void {
    this.#ownNavigations += 1;
    this.#crashed = false;
    void this.#page?.session.send('Page.reload');
  }

  /** As structured clones, to the preload scripts of the top frame. */
  send(channel: string, ...args: unknown[]): void {
    void this.#page?.deliver(channel, encodeClone(args));
  }

  /** The value as JSON. Rejects where the code throws. */
  async executeJavaScript(code: string): Promise<unknown> {
    const page = await this.#opened;
    return page.evaluate(code);
  }

  /** The double opens no windows for pages: a handler that does not deny is an error. */
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }

  /** Remembered; the page keeps its size. */
  setZoomLevel(level: number): void {
    this.#zoomLevel = level;
  }

  /** The level that was set last. */
  getZoomLevel(): number {
    return this.#zoomLevel;
  }

  /** Chromium really ends the page's process. */
  forcefullyCrashRenderer(): void {
    void this.#page?.session.send('Page.crash').catch(() => undefined);
  }

  /** Playwright closes pages this way; the window listens and goes through its own closing. */
  close(_options?: Electron.CloseOpts): void {
    this.emit('close-requested');
  }

  /** For the double: the window is gone. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    allWebContents.delete(this.id);
    this.emit('destroyed');
    void this.#opened
      .then(async () => {
        if (this.#target !== null) await (await this.#targets).close(this.#target.id);
      })
      .catch(() => undefined);
  }

  /** For the double: Chromium says so. */
  titleChanged(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    this.emit('page-title-updated', cancellable({}), title, true);
  }

  async #open(size: { readonly width: number; readonly height: number }, options: PageOptions): Promise<Page> {
    const target = await (await this.#targets).create(size);
    this.#target = target;
    const page: Page = new Page(target.session, {
      posted: (message, frame) => this.#posted(message, frame),
      requested: (request, frame) => this.#requested(page, request, frame),
      windowOpened: (details) => this.#windowOpened(details),
      navigated: (frame, sameDocument) => this.#navigated(frame, sameDocument),
      loaded: () => this.#loaded(),
      domReady: () => this.emit('dom-ready', {}),
      crashed: () => {
        this.#crashed = true;
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      },
    });
    this.#page = page;
    await page.prepare(options);
    return page;
  }

  #self(): Electron.WebContents {
    return guard('webContents', this) as unknown as Electron.WebContents;
  }

  #posted(message: PostedMessage, frame: WebFrameDouble | null): Promise<InvokeReply> {
    const event = {
      sender: this.#self(),
      senderFrame: frame,
      frameId: 1,
      processId: 1,
      type: 'frame',
    };
    return this.#ipcMain.receive(message, event as unknown as Electron.IpcMainInvokeEvent);
  }

  async #requested(
    page: Page,
    paused: Protocol.Fetch.RequestPausedEvent,
    frame: WebFrameDouble | null,
  ): Promise<Reply> {
    const url = toShell(paused.request.url);
    const isMainFrame = paused.frameId === page.mainFrame?.frameToken;
    const navigation = paused.resourceType === 'Document';
    if (navigation && this.#refusesNavigation(url, isMainFrame, frame)) return { kind: 'fail', reason: 'Aborted' };
    lastRequestId += 1;
    const details = {
      id: lastRequestId,
      url,
      method: paused.request.method,
      referrer: toShell(paused.request.headers.Referer ?? ''),
      resourceType: resourceTypeOf(paused.resourceType, isMainFrame),
      timestamp: Date.now(),
      webContentsId: this.id,
    };
    if (await this.session.webRequest.isCancelled({ ...details, uploadData: [] })) {
      return { kind: 'fail', reason: 'BlockedByClient' };
    }
    const handler = this.session.protocol.handlerFor(url);
    if (handler === undefined) {
      control.refusedRequests.push(url);
      return { kind: 'fail', reason: 'InternetDisconnected' };
    }
    if (navigation && isMainFrame) await grantPermissions(page.session, this.#self(), url);
    const response = await handler(
      new Request(url, { method: paused.request.method, headers: paused.request.headers }),
    );
    const headers = await this.session.webRequest.headersFor(
      { ...details, statusCode: response.status, statusLine: `HTTP/1.1 ${response.status}` },
      Object.fromEntries(response.headers),
    );
    return { kind: 'fulfil', status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  /** Asks the shell's listeners about a navigation that the page began. */
  #refusesNavigation(url: string, isMainFrame: boolean, frame: WebFrameDouble | null): boolean {
    if (isMainFrame && this.#ownNavigations > 0) {
      this.#ownNavigations -= 1;
      return false;
    }
    const details = cancellable({ url, isMainFrame, isSameDocument: false, frame, initiator: frame });
    this.emit('will-frame-navigate', details);
    if (isMainFrame && !details.defaultPrevented) this.emit('will-navigate', details, url);
    return details.defaultPrevented;
  }

  #windowOpened({ url, windowName, windowFeatures }: Protocol.Page.WindowOpenEvent): void {
    const details = {
      url: toShell(url),
      frameName: windowName,
      features: windowFeatures.join(','),
      disposition: 'foreground-tab',
      referrer: { url: this.getURL(), policy: 'no-referrer' },
    } as const;
    if (this.#openHandler?.(details).action === 'deny') return;
    throw new Error(`The Electron double opens no windows for pages, and the shell did not deny ${details.url}`);
  }

  #navigated(frame: WebFrameDouble, sameDocument: boolean): void {
    if (frame.parent !== null) return;
    this.#loading = !sameDocument;
    this.emit(sameDocument ? 'did-navigate-in-page' : 'did-navigate', {}, frame.url);
  }

  #loaded(): void {
    this.#loading = false;
    this.emit('did-finish-load', {});
  }
}

function resourceTypeOf(
  type: Protocol.Network.ResourceType,
  isMainFrame: boolean,
): Electron.OnBeforeRequestListenerDetails['resourceType'] {
  switch (type) {
    case 'Document':
      return isMainFrame ? 'mainFrame' : 'subFrame';
    case 'Stylesheet':
      return 'stylesheet';
    case 'Script':
      return 'script';
    case 'Image':
      return 'image';
    case 'Font':
      return 'font';
    case 'XHR':
    case 'Fetch':
      return 'xhr';
    default:
      return 'other';
  }
}
