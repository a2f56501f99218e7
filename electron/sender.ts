import type { WebFrameMain } from 'electron';
import { fail, ok, type Result } from '../core/problem/index.ts';
import { consoleOrigin, isConsoleAddress } from './origin.ts';

/** What the check reads of a frame. `parent` is null for the top frame. */
export type SenderFrame = Pick<WebFrameMain, 'url' | 'origin' | 'parent'>;

/**
 * Whether a message may reach the host: it must come from the top frame of one of our windows, showing the console.
 * `frame` is null when it went away before it was read. Error: `sender-refused`.
 */
export function checkSender<Frame extends SenderFrame>(frame: Frame | null, mainFrame: Frame | null): Result<Frame> {
  if (frame === null) return refused('the calling frame is gone');
  if (mainFrame === null) return refused('the call does not come from a window of the console');
  if (frame.parent !== null || frame !== mainFrame) return refused('the call does not come from the top frame');
  if (frame.origin !== consoleOrigin || !isConsoleAddress(frame.url)) {
    return refused('the call does not come from the console');
  }
  return ok(frame);
}

function refused(why: string): Result<never> {
  return fail('sender-refused', `Request refused: ${why}`);
}
