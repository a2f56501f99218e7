import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { OperationOutput } from '../../core/api/index.ts';
import { SignWord, signShape } from '../components/sign.tsx';
import { formatRoute } from '../routes.ts';
import { levelBands, workWords } from '../text/state-words.ts';
import { counted, exactTime, signedScore } from '../text/words.ts';
import { reputationSeries, type SeriesPoint } from './reputation-series.ts';
import './reputation-chart.css';

type AgentHistory = OperationOutput<'agents.get'>;

/** More marks than this cover each other; the lines and the table still hold every task. */
const mostMarks = 600;
const dashes = ['0', '7 3', '2 3', '9 3 2 3', '14 4', '4 2'] as const;
const lineColour = (index: number) => `var(--series-${index + 1})`;

interface ReputationChartProps {
  readonly histories: readonly AgentHistory[];
  readonly axis: 'task' | 'time';
}

/** Reputations as step lines over the five level bands. Each task is a mark in its sign; a click opens it. */
export default function ReputationChart({ histories, axis }: ReputationChartProps) {
  const lines = histories.map((history) => ({ history, series: reputationSeries(history, axis) }));
  const marks = lines.reduce((sum, { series }) => sum + series.length, 0);
  const words = histories.map(({ summary }) => `${summary.agentId} stands at ${summary.reputation.toFixed(2)}`);
  return (
    <figure className="chart" aria-label={`Reputation over ${axis === 'task' ? 'tasks' : 'time'}: ${words.join('; ')}`}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart margin={{ top: 12, right: 96, bottom: 8, left: 4 }} accessibilityLayer={false}>
          {levelBands.map((band, index) => (
            <ReferenceArea
              key={band.level}
              y1={band.above}
              y2={band.upTo}
              fill={index % 2 === 0 ? 'var(--surface-2)' : 'var(--surface-1)'}
              fillOpacity={1}
              label={{ value: band.level, position: 'right', className: 'chart-band', offset: 10 }}
            />
          ))}
          <CartesianGrid horizontal={false} stroke="var(--line-1)" />
          <XAxis
            type="number"
            dataKey="x"
            domain={['dataMin', 'dataMax']}
            scale={axis === 'time' ? 'time' : 'linear'}
            allowDecimals={false}
            tickFormatter={axis === 'time' ? shortTime : String}
            stroke="var(--line-2)"
            tick={{ className: 'chart-tick' }}
            minTickGap={40}
          />
          <YAxis
            domain={[0, 1]}
            ticks={[0, 0.2, 0.4, 0.6, 0.8, 1]}
            width={36}
            stroke="var(--line-2)"
            tick={{ className: 'chart-tick' }}
            tickFormatter={(value: number) => value.toFixed(1)}
          />
          <Tooltip
            content={PointTooltip}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-2)' }}
            shared={false}
          />
          {lines.map(({ history, series }, index) => (
            <Line
              key={history.summary.agentId}
              name={history.summary.agentId}
              data={[...series]}
              dataKey="reputation"
              type="stepAfter"
              stroke={lineColour(index)}
              strokeWidth={1.5}
              strokeOpacity={0.7}
              strokeDasharray={dashes[index] ?? '0'}
              isAnimationActive={false}
              activeDot={false}
              dot={marks > mostMarks ? false : TaskMark}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <figcaption className="chart-legend">
        {histories.map(({ summary }, index) => (
          <span key={summary.agentId} className="chart-key">
            <svg width="28" height="8" aria-hidden="true">
              <path d="M0 4h28" stroke={lineColour(index)} strokeWidth="2" strokeDasharray={dashes[index] ?? '0'} />
            </svg>
            <span className="mono">{summary.agentId}</span> {summary.reputation.toFixed(2)}
          </span>
        ))}
        <span className="faint">
          {marks > mostMarks
            ? `${counted(marks, 'task')}: too many for single marks, see the table`
            : 'Each mark is a task; press one to open it'}
        </span>
      </figcaption>
    </figure>
  );
}

interface MarkProps {
  readonly key?: unknown;
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: SeriesPoint;
}

/** A task's sign on the line. The table is the way for the keyboard, so a mark takes no tab stop. */
function TaskMark({ cx, cy, payload }: MarkProps) {
  const point = payload?.point ?? null;
  const key = `${payload?.x ?? 'start'}-${point?.seq ?? 'start'}`;
  if (point === null || cx === undefined || cy === undefined) return <g key={key} />;
  const { sign, word } = workWords[point.outcome];
  return (
    <a
      key={key}
      href={formatRoute('work', point.taskId, { agent: payload?.agentId ?? '' })}
      tabIndex={-1}
      aria-label={`${point.title}: ${word}`}
    >
      <g transform={`translate(${cx - 7} ${cy - 7}) scale(0.875)`} data-sign={sign}>
        <circle cx="8" cy="8" r="9" className="chart-mark-ground" />
        {signShape(sign)}
      </g>
    </a>
  );
}

function PointTooltip({ active, payload }: TooltipContentProps) {
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

function shortTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(5, 16).replace('T', ' ');
}
