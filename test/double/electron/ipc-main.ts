import { EventEmitter } from 'node:events';
import { decodeClone, encodeClone } from '../page/clone.ts';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** What a page's preload script posted. `args` is an encoded list. */
export interface PostedMessage {
  readonly kind: 'invoke' | 'send';
  readonly id: number;
  readonly channel: string;
  readonly args: string;
}

export interface InvokeReply {
  readonly ok: boolean;
  /** Encoded: the result, or the message of the error. */
  readonly value: string;
}

/** `ipcMain`: messages are structured clones, and an error reaches the page as Electron words it. */
export class IpcMainDouble
  extends EventEmitter
  implements Pick<Electron.IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>
{
  readonly #handlers = new Map<string, Handler>();

  /** One handler per channel; a second one is an error, as in Electron. */
  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, listener);
  }

  /** Gone before it is called. */
  handleOnce(channel: string, listener: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return listener(event, ...args);
    });
  }

  /** Later calls of the channel are rejected. */
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** For the double: hands a message of a page to its handler or its listeners. */
  async receive(message: PostedMessage, event: Electron.IpcMainInvokeEvent): Promise<InvokeReply> {
    const args = decodeClone(message.args) as unknown[];
    if (message.kind === 'send') {
      this.emit(message.channel, event, ...args);
      return { ok: true, value: encodeClone(undefined) };
    }
    try {
      const handler = this.#handlers.get(message.channel);
      if (handler === undefined) throw new Error(`No handler registered for '${message.channel}'`);
      return { ok: true, value: encodeClone(await handler(event, ...args)) };
    } catch (error) {
      return { ok: false, value: encodeClone(`Error invoking remote method '${message.channel}': ${error}`) };
    }
  }
}
