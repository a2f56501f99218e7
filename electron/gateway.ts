import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { ApiEvent, ApiReply } from '../core/api/index.ts';
import { eventChannel, requestChannel } from './channels.ts';
import { checkSender } from './sender.ts';

/** Answers the request of one console window; null when `contents` is not one of ours. */
export type Responder = (contents: WebContents) => ((raw: unknown) => Promise<ApiReply>) | null;

/** The only way from a page to the host. Rejects callers that are not the console; the host checks what they ask. */
export function setUpGateway(responderOf: Responder): void {
  ipcMain.handle(requestChannel, (event: IpcMainInvokeEvent, raw: unknown) => {
    // Read now: after the first await the frame may have navigated, and this would name another document.
    const frame = event.senderFrame;
    const respond = responderOf(event.sender);
    const sender = checkSender(frame, respond === null ? null : event.sender.mainFrame);
    if (!sender.ok || respond === null) {
      throw new Error(sender.ok ? 'Request refused' : sender.problem.message);
    }
    return respond(raw);
  });
}

/** Sends one event of the host to a console window, and to nothing else that its contents may show by now. */
export function sendEvent(contents: WebContents, event: ApiEvent): void {
  if (contents.isDestroyed()) return;
  if (checkSender(contents.mainFrame, contents.mainFrame).ok) contents.send(eventChannel, event);
}
