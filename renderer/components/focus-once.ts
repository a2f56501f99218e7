/** A ref that puts the cursor into a field when it appears: for fields that the person has just asked for. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
