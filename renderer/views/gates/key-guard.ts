/** A gate that has just appeared must not catch a key that was meant for what was there before (UI.md). */
export const guardTime = 350;

/** Whether keys and presses may reach a gate. Times in milliseconds of one clock; null is never. */
export function isWithinReach(now: number, shownAt: number | null, announcedAt: number | null): boolean {
  return [shownAt, announcedAt].every((appeared) => appeared === null || now - appeared >= guardTime);
}
