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
