import { app } from 'electron';
import { isConsolePage } from './origin.ts';

/**
 * Every page stays where it is: no window opened, no other address, no embedded page. Set before the first page exists.
 */
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isConsolePage(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
  });
}
