import type { DebateDetail } from '../../../core/api/index.ts';
import { confidenceSpread } from '../../charts/position-series.ts';
import { RoleGlyph } from '../../components/role-glyph.tsx';
import { confidenceText, roleNames, roleOrder } from '../../text/debate-words.ts';

/** The data of the chart as rows: where each role stood in each round. */
export function PositionTable({ rounds }: { readonly rounds: DebateDetail['rounds'] }) {
  const roles = roleOrder.filter((role) => rounds.some(({ standings }) => standings.some((one) => one.role === role)));
  return (
    <div className="position-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Role</th>
            {rounds.map(({ round }) => (
              <th key={round} scope="col">
                Round {round}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role}>
              <th scope="row">
                <RoleGlyph role={role} /> {roleNames[role]}
              </th>
              {rounds.map(({ round, standings }) => {
                const stood = standings.find((one) => one.role === role);
                return (
                  <td key={round}>
                    {stood === undefined ? (
                      <span className="faint">silent</span>
                    ) : (
                      <>
                        <strong>{confidenceText(stood.confidence)}</strong> {stood.position ?? ''}
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
          <tr>
            <th scope="row">Spread</th>
            {rounds.map((round) => {
              const spread = confidenceSpread(round);
              return <td key={round.round}>{spread === null ? '–' : confidenceText(spread)}</td>;
            })}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
