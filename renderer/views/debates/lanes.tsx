import type { DebateRole } from '../../../core/api/index.ts';
import { RoleGlyph } from '../../components/role-glyph.tsx';
import { roleNames, roleOrder } from '../../text/debate-words.ts';

/** The lanes of the five roles beside a message; the glyph stands in the lane of the one that speaks. */
export function Lanes({ speaker }: { readonly speaker: DebateRole | null }) {
  return (
    <div className="lanes" aria-hidden="true">
      {roleOrder.map((lane) => (
        <span key={lane} className="lane" data-role={lane}>
          {lane === speaker && (
            <span className="lane-stop">
              <RoleGlyph role={lane} />
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

/** The lanes with their names: what each glyph stands for. */
export function LaneKey() {
  return (
    <ul className="lane-key" aria-label="Roles">
      {roleOrder.map((role) => (
        <li key={role} data-role={role}>
          <RoleGlyph role={role} />
          {roleNames[role]}
        </li>
      ))}
    </ul>
  );
}
