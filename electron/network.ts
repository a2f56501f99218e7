import type { Session } from 'electron';
import { isConsoleAddress } from './origin.ts';

/**
 * The console loads nothing from any network. The content security policy says so to the page; this says so below it.
 * The developer tools load their own pages, in a build that is not packaged.
 */
export function denyNetwork(session: Session, allowDeveloperTools: boolean): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const ours =
      isConsoleAddress(details.url) || (allowDeveloperTools && new URL(details.url).protocol === 'devtools:');
    answer({ cancel: !ours });
  });
}
