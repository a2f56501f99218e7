import type { Session } from 'electron';
import { isConsoleAddress, isConsoleBlob } from './origin.ts';

/**
 * Whether a request stays inside the program: the bundle, what the page made in memory, an image written into a style.
 */
export function staysInside(address: string): boolean {
  return isConsoleAddress(address) || isConsoleBlob(address) || address.startsWith('data:');
}

/**
 * The console loads nothing from any network. The content security policy says so to the page; this says so below it.
 * The developer tools load their own pages, in a build that is not packaged.
 */
export function denyNetwork(session: Session, allowDeveloperTools: boolean): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !staysInside(url) && !(allowDeveloperTools && url.startsWith('devtools:')) });
  });
}
