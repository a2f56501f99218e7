import { app, type BrowserWindow, Notification } from 'electron';
import type { ApiEvent } from '../core/api/index.ts';
import { notificationText } from './notification-text.ts';
import { bringForward } from './window.ts';

/**
 * Announces a new gate while the window is not in front. It takes no focus and no key: only a click brings it forward.
 */
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
