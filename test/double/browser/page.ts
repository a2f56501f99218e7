import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { InvokeReply, PostedMessage } from '../electron/ipc-main.ts';
import { FrameTree, type WebFrameDouble } from '../electron/web-frame.ts';
import { bindingName, inboxName, isolatedWorldName, isolatedWorldScript, mainWorldScript } from './page-scripts.ts';
import type { BrowserSession } from './session.ts';

export interface PageOptions {
  readonly preload: string | undefined;
  readonly preloadInSubFrames: boolean;
}

/** What the page asks of `webContents`. */
export interface PageEvents {
  posted(message: PostedMessage, frame: WebFrameDouble | null): Promise<InvokeReply>;
  requested(request: Protocol.Fetch.RequestPausedEvent, frame: WebFrameDouble | null): Promise<Reply>;
  windowOpened(details: Protocol.Page.WindowOpenEvent): void;
  navigated(frame: WebFrameDouble, sameDocument: boolean): void;
  loaded(): void;
  domReady(): void;
  crashed(): void;
}

/** What becomes of a request of the page. */
export type Reply =
  | { readonly kind: 'fail'; readonly reason: Protocol.Network.ErrorReason }
  | {
      readonly kind: 'fulfil';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: Buffer;
    };

/** One page of Chromium with its frames, its isolated world and its intercepted requests. */
export class Page {
  readonly frames = new FrameTree();
  readonly #session: BrowserSession;
  readonly #events: PageEvents;
  readonly #worlds = new Map<number, { readonly frameId: string; readonly uniqueId: string }>();
  #mainFrameId = '';

  constructor(session: BrowserSession, events: PageEvents) {
    this.#session = session;
    this.#events = events;
  }

  get mainFrame(): WebFrameDouble | null {
    return this.frames.get(this.#mainFrameId);
  }

  get session(): BrowserSession {
    return this.#session;
  }

  /** Before the first navigation: scripts of both worlds, the binding, interception of every request. */
  async prepare(options: PageOptions): Promise<void> {
    const session = this.#session;
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => void this.frames.enter(frameId, parentFrameId));
    session.on('Page.frameDetached', ({ frameId }) => this.frames.remove(frameId));
    session.on('Page.frameNavigated', ({ frame }) => this.#navigated(frame));
    session.on('Page.navigatedWithinDocument', ({ frameId }) => {
      const frame = this.frames.get(frameId);
      if (frame !== null) this.#events.navigated(frame, true);
    });
    session.on('Page.loadEventFired', () => this.#events.loaded());
    session.on('Page.domContentEventFired', () => this.#events.domReady());
    session.on('Page.windowOpen', (details) => this.#events.windowOpened(details));
    session.on('Inspector.targetCrashed', () => this.#events.crashed());
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== isolatedWorldName) return;
      this.#worlds.set(context.id, { frameId: String(context.auxData?.frameId), uniqueId: context.uniqueId });
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId, executionContextUniqueId }) => {
      // The process of the document before may say so late, about a number that its successor uses again.
      const world = this.#worlds.get(executionContextId);
      if (world?.uniqueId === executionContextUniqueId) this.#worlds.delete(executionContextId);
    });
    session.on('Runtime.executionContextsCleared', () => this.#worlds.clear());
    session.on('Runtime.bindingCalled', (call) => void this.#posted(call));
    session.on('Fetch.requestPaused', (request) => void this.#requested(request));

    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    this.#mainFrameId = frameTree.frame.id;
    this.frames.enter(this.#mainFrameId, null);
    await session.send('Runtime.enable');
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    if (options.preload === undefined) return;
    const secret = randomUUID();
    await session.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorldName });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript(secret) });
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: isolatedWorldName,
      source: isolatedWorldScript(secret, readFileSync(options.preload, 'utf8'), options.preloadInSubFrames),
    });
  }

  /** Delivers a message to the preload scripts of the top frame. */
  async deliver(channel: string, args: string): Promise<void> {
    for (const [contextId, { frameId }] of this.#worlds) {
      if (frameId === this.#mainFrameId) await this.#callInbox(contextId, 'deliver', [channel, args]);
    }
  }

  /** The value of an expression in the page, as JSON. Rejects where the expression throws. */
  async evaluate(expression: string): Promise<unknown> {
    const outcome = await this.#session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (outcome.exceptionDetails !== undefined) throw new Error(outcome.exceptionDetails.text);
    return outcome.result.value;
  }

  #navigated(frame: Protocol.Page.Frame): void {
    const entered = this.frames.enter(frame.id, frame.parentId ?? null);
    entered.navigated(`${frame.url}${frame.urlFragment ?? ''}`, frame.name ?? '');
    this.#events.navigated(entered, false);
  }

  async #posted(call: Protocol.Runtime.BindingCalledEvent): Promise<void> {
    const message = JSON.parse(call.payload) as PostedMessage;
    const frame = this.frames.get(this.#worlds.get(call.executionContextId)?.frameId ?? '');
    const reply = await this.#events.posted(message, frame);
    if (message.kind === 'invoke') {
      await this.#callInbox(call.executionContextId, 'settle', [message.id, reply.ok, reply.value]);
    }
  }

  async #callInbox(contextId: number, method: string, args: readonly unknown[]): Promise<void> {
    const expression = `globalThis[${JSON.stringify(inboxName)}].${method}(...${JSON.stringify(args)})`;
    // The document may be gone by now, and its answer with it.
    await this.#session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  async #requested(request: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const reply = await this.#events.requested(request, this.frames.get(request.frameId));
    const { requestId } = request;
    const answered =
      reply.kind === 'fail'
        ? this.#session.send('Fetch.failRequest', { requestId, errorReason: reply.reason })
        : this.#session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: reply.status,
            responseHeaders: Object.entries(reply.headers).map(([name, value]) => ({ name, value })),
            body: reply.body.toString('base64'),
          });
    // The page may be gone by now.
    await answered.catch(() => undefined);
  }
}
