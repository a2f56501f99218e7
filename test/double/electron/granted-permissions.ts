import type { BrowserSession } from '../browser/session.ts';
import { toChromium } from './protocol.ts';
import { defaultSession, type Permission } from './session.ts';

/** Electron's names beside those of the DevTools protocol. */
const names: readonly (readonly [Permission, string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['midi', 'midi'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['idle-detection', 'idle-detection'],
  ['persistent-storage', 'persistent-storage'],
];

/** Asks the shell's handlers for each permission and tells Chromium, before the page's scripts run. */
export async function grantPermissions(
  session: BrowserSession,
  contents: Electron.WebContents,
  url: string,
): Promise<void> {
  const { protocol, host } = new URL(url);
  const origin = `${protocol}//${host}`;
  for (const [permission, name] of names) {
    const allowed = await defaultSession.allows(contents, permission, origin);
    await session.send('Browser.setPermission', {
      permission: { name },
      setting: allowed ? 'granted' : 'denied',
      origin: new URL(toChromium(`${origin}/`)).origin,
    });
  }
}
