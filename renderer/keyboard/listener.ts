import { createKeybindingsHandler } from 'tinykeys';
import { announce } from '../stores/announcements.ts';
import { type CommandId, commandIds, keyEntry } from './key-map.ts';
import { handlerOf } from './scopes.ts';

/** Places that own the keys while they are open: dialogs, menus and popovers. */
const owners = '[role="dialog"], [role="alertdialog"], [role="menu"], .popover';
const typing = 'input, textarea, select, [contenteditable="true"], .monaco-editor';

/** Milliseconds between the keys of a sequence: a view that is being drawn may hold the second one back. */
const sequenceTime = 2_000;

/** Fields where nothing is typed. */
const chosenNotTyped = new Set(['checkbox', 'radio']);

/** Whether a key press may reach the commands of the view, given where it happened. */
export function keyReaches(target: EventTarget | null, whileTyping: boolean): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(owners) !== null) return false;
  if (whileTyping) return true;
  const field = target.closest(typing);
  return field === null || (field instanceof HTMLInputElement && chosenNotTyped.has(field.type));
}

/** Listens to the keyboard for the whole window. Returns the way to stop. */
export function listenToKeys(): () => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  for (const id of commandIds) {
    const entry = keyEntry(id);
    for (const keys of entry.keys) bindings[keys] = (event) => press(id, entry.whileTyping === true, event);
  }
  const handle = createKeybindingsHandler(bindings, { timeout: sequenceTime });
  window.addEventListener('keydown', handle);
  return () => window.removeEventListener('keydown', handle);
}

function press(id: CommandId, whileTyping: boolean, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat) {
    const moves = id === 'list.next' || id === 'list.previous';
    if (event.defaultPrevented || !moves) return;
  }
  if (!keyReaches(event.target, whileTyping)) return;
  const handler = handlerOf(id);
  if (handler === null) return;
  event.preventDefault();
  if (handler.whyNot === null) handler.run();
  else announce(handler.whyNot);
}
