import { app, type BrowserWindow, Notification } from 'electron';
import type { ApiEvent } from '../core/api/index.ts';
import { bringForward } from './window.ts';

const bodyLimit = 200;

/**
 * Agent text as one line for the system's notification service, which on Linux reads markup: control characters become
 * spaces, `& < >` are escaped there, and the rest is cut at 200 characters.
 */
export function notificationText(text: string, platform: NodeJS.Platform): string {
  const line = text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, bodyLimit);
  if (platform !== 'linux') return line;
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Announces a new gate while the window is not in front. It takes no focus and no key: only a click brings it forward. */
export function announceGate(window: BrowserWindow, event: ApiEvent): void {
  if (event.type !== 'gate.opened' || window.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({
    title: 'A gate is waiting for a decision',
    body: notificationText(event.title, process.platform),
    silent: true,
  });
  notification.on('click', () => {
    if (!window.isDestroyed()) bringForward(window);
  });
  notification.show();
}

/** The number on the dock or launcher icon, where the system has one. */
export function showWaiting(count: number): void {
  app.setBadgeCount(count);
}
