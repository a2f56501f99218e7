import { useAnnouncements } from '../stores/announcements.ts';

/** Speaks to screen readers without taking the focus. */
export function Speaker() {
  const message = useAnnouncements((store) => store.message);
  return (
    <div className="hidden-visually" role="status" aria-live="polite" aria-label="Announcements">
      {message}
    </div>
  );
}
