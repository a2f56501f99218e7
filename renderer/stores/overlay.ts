import { create } from 'zustand';

export type OverlayName = 'palette' | 'help' | 'settings' | 'reviewer' | 'start-debate';

interface OverlayStore {
  readonly open: OverlayName | null;
  /** What to do once a reviewer is unlocked: the decision that had to wait. */
  readonly afterUnlock: (() => void) | null;
}

/** The one dialog of the window that is open. */
export const useOverlay = create<OverlayStore>(() => ({ open: null, afterUnlock: null }));

/** Opens a dialog in place of the one that is open. `afterUnlock` waits until a reviewer is unlocked. */
export function openOverlay(open: OverlayName, afterUnlock: (() => void) | null = null): void {
  useOverlay.setState({ open, afterUnlock });
}

/** Closes the dialog; what waited for an unlocking is forgotten, not done. */
export function closeOverlay(): void {
  useOverlay.setState({ open: null, afterUnlock: null });
}
