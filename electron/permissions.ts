import type { Session } from 'electron';
import { consoleOrigin, isConsoleBlob } from './origin.ts';

/** Copying an id needs this one; reading the clipboard stays denied. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Deny by default: only a listed permission, only for the console. Electron's own default is to allow. */
export function isPermitted(permission: string, requester: string): boolean {
  const origin = requester.endsWith('/') ? requester.slice(0, -1) : requester;
  return allowed.has(permission) && origin === consoleOrigin;
}

/** Both handlers are needed: a check without a request, or the reverse, would go to the default. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(isPermitted(permission, originOf(details.requestingUrl)));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => isPermitted(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  // What the console itself made may be saved, through the system's dialog; nothing else comes to disk.
  session.on('will-download', (event, item) => {
    if (!isConsoleBlob(item.getURL())) event.preventDefault();
  });
}

function originOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  return `${url.protocol}//${url.host}`;
}
