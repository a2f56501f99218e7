import { create } from 'zustand';
import type { BriefingSection } from '../../core/api/index.ts';

interface SeenStore {
  /** Sections that were on screen, by gate and digest: another digest is another briefing. */
  readonly seen: Readonly<Record<string, readonly BriefingSection[]>>;
}

export const useSeen = create<SeenStore>(() => ({ seen: {} }));

/** Notes that a section was on screen; `briefing` is a `briefingKey`. Nothing is ever unseen. */
export function markSeen(briefing: string, section: BriefingSection): void {
  useSeen.setState(({ seen }) => {
    const before = seen[briefing] ?? [];
    if (before.includes(section)) return { seen };
    return { seen: { ...seen, [briefing]: [...before, section] } };
  });
}

/** The key of a briefing in the store. */
export function briefingKey(gateId: string, digest: string): string {
  return `${gateId} ${digest}`;
}
