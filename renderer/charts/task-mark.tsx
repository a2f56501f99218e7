import type { TooltipContentProps } from 'recharts';
import { SignWord, signShape } from '../components/sign.tsx';
import { formatRoute } from '../routes.ts';
import { workWords } from '../text/state-words.ts';
import { exactTime, signedScore } from '../text/words.ts';
import type { SeriesPoint } from './reputation-series.ts';

interface TaskMarkProps {
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly corner: SeriesPoint;
  /** Pixels. */
  readonly size: number;
}

/** A task's sign on the line; a press opens it. Keys read the chart as a whole, so a mark takes no tab stop. */
export function TaskMark({ x, y, corner, size }: TaskMarkProps) {
  const { point, agentId } = corner;
  if (point === null || x === undefined || y === undefined) return <g />;
  const { sign, word } = workWords[point.outcome];
  return (
    <a
      href={formatRoute('work', point.taskId, { agent: agentId })}
      tabIndex={-1}
      aria-label={`${point.title}: ${word}`}
    >
      <g transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 16})`} data-sign={sign}>
        <rect x="-2" y="-2" width="20" height="20" fill="transparent" />
        {signShape(sign)}
      </g>
    </a>
  );
}

/** A point in words: `Rational calc value error, verified, reputation 0.82, autonomous`. */
export function pointWords({ point, agentId }: SeriesPoint): string {
  if (point === null) return `${agentId} starts here`;
  const { title, outcome, reputation, level, at } = point;
  return `${title}: ${workWords[outcome].word}, reputation ${reputation.toFixed(2)}, ${level}, ${exactTime(at)}`;
}

/** What is said beside a point under the pointer; nothing where a line only begins. */
export function PointTooltip({ active, payload }: TooltipContentProps) {
  const corner = payload?.[0]?.payload as SeriesPoint | undefined;
  const point = corner?.point ?? null;
  if (!active || point === null) return null;
  return (
    <div className="chart-tooltip">
      <p className="chart-tooltip-title">{point.title}</p>
      <p>
        <SignWord {...workWords[point.outcome]} /> score {signedScore(point.score)}
      </p>
      <p>
        reputation {point.reputation.toFixed(3)}, {point.level}
      </p>
      <p className="faint">
        event #{point.seq} · {exactTime(point.at)}
        {point.derived && ' · derived from a list of results'}
      </p>
    </div>
  );
}
