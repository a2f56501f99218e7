/** The one origin this app shows. A scheme of our own, so that no web page and no file can ever share it. */
export const consoleScheme = 'app';
export const consoleHost = 'console';
export const consoleOrigin = `${consoleScheme}://${consoleHost}`;
export const consoleAddress = `${consoleOrigin}/index.html`;

/**
 * True for addresses of the console. Parsed, never matched as text: `https://evil.example/app://console` is not ours.
 */
export function isConsoleAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${consoleScheme}:` && url.host === consoleHost && url.username === '' && url.password === '';
}

/** True for the console's own page, whatever its view: the only target a window may navigate to (a reload). */
export function isConsolePage(address: string): boolean {
  return isConsoleAddress(address) && ['/', '/index.html'].includes(new URL(address).pathname);
}

/** True for what the console's own page made in memory, to be saved as a file. */
export function isConsoleBlob(address: string): boolean {
  return address.startsWith('blob:') && isConsoleAddress(address.slice('blob:'.length));
}
