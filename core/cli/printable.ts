/**
 * Text that came from an agent, safe for a terminal: control, format and direction characters become visible escapes
 * like `\\u{1b}`, so that nothing in it moves the cursor, changes colours or hides. Line breaks stay.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
