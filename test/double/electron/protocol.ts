type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Chromium cannot be taught a scheme from outside, so `app://console/x` is shown as
 * `https://console.app-scheme.invalid/x`.
 */
const suffix = '-scheme.invalid';
const privileged = new Set<string>();
let ready = false;

/** For the double: from now on it is too late to register schemes. */
export function closeSchemeRegistration(): void {
  ready = true;
}

/** The address as Chromium sees it. */
export function toChromium(address: string): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/.exec(address) ?? [];
  if (scheme === undefined || !privileged.has(scheme)) return address;
  return `https://${host}.${scheme}${suffix}${rest === '' ? '/' : rest}`;
}

/** The address as the shell sees it. */
export function toShell(address: string): string {
  const [, host, scheme, rest] = /^https:\/\/([^/?#]*)\.([a-z][a-z0-9+-]*)-scheme\.invalid(.*)$/.exec(address) ?? [];
  return scheme === undefined || !privileged.has(scheme) ? address : `${scheme}://${host}${rest}`;
}

/** `protocol` of one session: custom schemes and their handlers. */
export class ProtocolDouble
  implements Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>
{
  readonly #handlers = new Map<string, Handler>();

  /** Only before the app is ready, and only standard, secure ones: others the double cannot show. */
  registerSchemesAsPrivileged(customSchemes: Electron.CustomScheme[]): void {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of customSchemes) {
      if (privileges?.standard !== true || privileges.secure !== true) {
        throw new Error(`The Electron double shows only standard, secure schemes: ${scheme}`);
      }
      privileged.add(scheme);
    }
  }

  /** One handler per scheme; a second one is an error, as in Electron. */
  handle(scheme: string, handler: Handler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler);
  }

  /** An error where there is none, as in Electron. */
  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  /** Whether the shell handles this scheme itself. */
  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  /** For the double: the handler for this address, if the shell registered one. */
  handlerFor(address: string): Handler | undefined {
    return this.#handlers.get(new URL(address).protocol.slice(0, -1));
  }
}
