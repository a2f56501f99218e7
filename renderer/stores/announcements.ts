import { create } from 'zustand';

interface AnnouncementStore {
  /** What a screen reader says next, politely. */
  readonly message: string;
  /** When each gate was first announced, so that no key reaches it too early. */
  readonly gateAnnouncedAt: Readonly<Record<string, number>>;
}

export const useAnnouncements = create<AnnouncementStore>(() => ({ message: '', gateAnnouncedAt: {} }));

/** Says something to a screen reader without moving the focus. */
export function announce(message: string): void {
  useAnnouncements.setState({ message });
}

/** Says that a gate has come, and keeps when (milliseconds), so that no key decides it before it could be read. */
export function announceGate(gateId: string, title: string, now: number): void {
  useAnnouncements.setState((before) => ({
    message: `New gate: ${title}`,
    gateAnnouncedAt: { ...before.gateAnnouncedAt, [gateId]: now },
  }));
}
