import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type PaneName = 'queue' | 'subject' | 'evidence';

interface LayoutStore {
  readonly evidenceOpen: boolean;
  /** Which pane is in front where they are folded under tabs. */
  readonly front: PaneName;
}

export const useLayout = create<LayoutStore>()(
  persist((): LayoutStore => ({ evidenceOpen: true, front: 'subject' }), {
    name: 'mizan.layout',
    partialize: ({ evidenceOpen }) => ({ evidenceOpen }),
  }),
);

/** Opens or folds the evidence; the next window of this user begins the same way. */
export function toggleEvidence(): void {
  useLayout.setState((now) => ({ evidenceOpen: !now.evidenceOpen }));
}

/** Says which pane is seen where only one fits. */
export function bringToFront(front: PaneName): void {
  useLayout.setState({ front });
}
