import { EventEmitter } from 'node:events';
import { guard } from '../guard.ts';
import { ProtocolDouble } from './protocol.ts';
import { WebRequestDouble } from './web-request.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type DeviceHandler = Parameters<Electron.Session['setDevicePermissionHandler']>[0];
type DisplayMediaHandler = Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0];
type Covered =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler';
export type Permission = Parameters<NonNullable<CheckHandler>>[1];

/** The one session of the app: protocols, permissions, requests. */
export class SessionDouble extends EventEmitter implements Pick<Electron.Session, Covered> {
  readonly protocol = guard('session.protocol', new ProtocolDouble());
  readonly webRequest = guard('session.webRequest', new WebRequestDouble());
  #request: RequestHandler = null;
  #check: CheckHandler = null;

  /** Asked by `allows`. */
  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  /** Asked by `allows`. */
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  /** Never asked. */
  setDevicePermissionHandler(_handler: DeviceHandler): void {
    // No page of the double can reach a device, so there is nothing to ask.
  }

  /** Never asked. */
  setDisplayMediaRequestHandler(_handler: DisplayMediaHandler): void {
    // Headless Chromium has no display to capture, so there is nothing to ask.
  }

  /**
   * For the double: what a page at this origin would be told. Chromium cannot be made to ask from outside, so both
   * handlers are asked beforehand and both must agree. Without handlers everything is allowed, as in Electron.
   */
  async allows(contents: Electron.WebContents, permission: Permission, origin: string): Promise<boolean> {
    const url = `${origin}/`;
    const details = { isMainFrame: true, requestingUrl: url, securityOrigin: url };
    if (this.#check !== null && !this.#check(contents, permission, url, details)) return false;
    const request = this.#request;
    if (request === null) return true;
    return new Promise((resolve) => request(contents, permission, resolve, details));
  }
}

export const defaultSession = guard('session', new SessionDouble());
