import type { DebateRole } from '../../core/api/index.ts';

/** Line drawings of our own, 16 by 16: a flag, a broken chain, an unequal sign, a warning, scales. */
const drawings: Readonly<Record<DebateRole, string>> = {
  advocate: 'M3.5 14.5v-13l9.5 3.7-9.5 3.7',
  sanad_breaker:
    'm6.6 9.4-2.6 2.6a2.1 2.1 0 0 1-3-3l2.6-2.6m5.8.2L12 4a2.1 2.1 0 0 1 3 3l-2.6 2.6M5.5 3.2l.9 2M10.5 12.8l-.9-2',
  contradiction_finder: 'M2.5 5.8h11M2.5 10.2h11M11.2 2 4.8 14',
  risk_officer: 'M8 2 14.8 13.8H1.2zM8 6.6v3.2M8 11.8h.01',
  arbiter: 'M8 2v12M5 14h6M2.5 4.2h11M3.7 4.4 1.6 9.2h4.2zM12.3 4.4l-2.1 4.8h4.2z',
};

/** The sign of a role; its name must stand beside it. */
export function RoleGlyph({ role, size = 15 }: { readonly role: DebateRole; readonly size?: number }) {
  return (
    <svg className="role-glyph" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={drawings[role]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
