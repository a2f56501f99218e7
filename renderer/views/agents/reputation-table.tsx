import type { ReputationPoint } from '../../../core/api/index.ts';
import { SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { workWords } from '../../text/state-words.ts';
import { count, signedScore } from '../../text/words.ts';

/** The points of the chart as rows, newest first, for those who read figures or cannot see the chart. */
export function ReputationTable({
  agentId,
  points,
}: {
  readonly agentId: string;
  readonly points: readonly ReputationPoint[];
}) {
  return (
    <section className="agent-table-box" aria-label="Reputation, task by task">
      <table className="agent-table">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Outcome</th>
            <th scope="col" className="figure">
              Score
            </th>
            <th scope="col" className="figure">
              Reputation
            </th>
            <th scope="col">Level</th>
            <th scope="col" className="figure">
              Event
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <PointRow key={point.seq} agentId={agentId} point={point} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PointRow({ agentId, point }: { readonly agentId: string; readonly point: ReputationPoint }) {
  return (
    <tr>
      <th scope="row">
        <a href={formatRoute('work', point.taskId, { agent: agentId })} title={point.title}>
          {point.title}
        </a>
      </th>
      <td>
        <SignWord {...workWords[point.outcome]} />
      </td>
      <td className="figure">{signedScore(point.score)}</td>
      <td className="figure">{point.reputation.toFixed(3)}</td>
      <td>{point.level}</td>
      <td className="figure">
        <a href={formatRoute('ledger', `${point.seq}`)}>#{count(point.seq)}</a>
      </td>
      <td>
        <Time at={point.at} />
      </td>
    </tr>
  );
}
