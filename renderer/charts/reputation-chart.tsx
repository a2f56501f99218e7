import { type KeyboardEvent, useState } from 'react';
import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { OperationOutput } from '../../core/api/index.ts';
import { goTo } from '../stores/route.ts';
import { levelBands } from '../text/state-words.ts';
import { counted } from '../text/words.ts';
import { reputationSeries, type SeriesPoint, steppedPoint } from './reputation-series.ts';
import { seriesColour, seriesDashes } from './series-key.tsx';
import { PointTooltip, pointWords, TaskMark } from './task-mark.tsx';
import './chart.css';
import './reputation-chart.css';

type AgentHistory = OperationOutput<'agents.get'>;

/** More marks than this cover each other; the lines and the table still hold every task. */
const mostMarks = 600;
/** Up to this many points on one line there is room for marks of full size. */
const roomyPoints = 45;
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

interface ReputationChartProps {
  /** The chosen agent first. */
  readonly histories: readonly AgentHistory[];
  readonly axis: 'task' | 'time';
}

/** Reputations as step lines over the five level bands. Each task is a mark in its sign; a press opens it. */
export default function ReputationChart({ histories, axis }: ReputationChartProps) {
  const [current, setCurrent] = useState<SeriesPoint | null>(null);
  const lines = histories.map((history) => ({ history, series: reputationSeries(history, axis) }));
  const own = lines[0]?.series ?? [];
  const marks = lines.reduce((sum, { series }) => sum + series.length, 0);
  const size = own.length > roomyPoints ? 10 : 14;
  const words = histories.map(({ summary }) => `${summary.agentId} stands at ${summary.reputation.toFixed(2)}`);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setCurrent(steppedPoint(own, current, step));
    }
    if (event.key === 'Enter' && current?.point) {
      event.preventDefault();
      goTo('work', current.point.taskId, { agent: current.agentId });
    }
  };
  // The chart takes the focus as a whole and is read with the arrow keys.
  const reading = {
    role: 'group',
    tabIndex: 0,
    'aria-label': `Reputation over ${axis === 'task' ? 'tasks' : 'time'}: ${words.join('; ')}`,
    onKeyDown,
  } as const;
  return (
    <figure className="chart">
      <div className="chart-area" {...reading}>
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
            {current !== null && <ReferenceLine x={current.x} stroke="var(--line-2)" />}
            {lines.map(({ history, series }, index) => (
              <Line
                key={history.summary.agentId}
                name={history.summary.agentId}
                data={[...series]}
                dataKey="reputation"
                type="stepAfter"
                stroke={seriesColour(index)}
                strokeWidth={1.5}
                strokeOpacity={index === 0 ? 0.85 : 0.6}
                strokeDasharray={seriesDashes[index] ?? '0'}
                isAnimationActive={false}
                activeDot={false}
                dot={marks > mostMarks ? false : (place: DotItemDotProps) => drawMark(place, index === 0 ? size : 8)}
              />
            ))}
            {current !== null && (
              <ReferenceDot
                x={current.x}
                y={current.reputation}
                r={9}
                fill="none"
                stroke="var(--accent)"
                strokeWidth={2}
              />
            )}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="chart-caption small">
        <span role="status">{current === null ? '' : pointWords(current)}</span>
        {current === null && (
          <span className="faint">
            {marks > mostMarks
              ? `${counted(marks, 'task')}: too many for single marks, see the table`
              : 'Each mark is a task; press one to open it, or read them with the arrow keys and Enter'}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function drawMark({ cx, cy, payload }: DotItemDotProps, size: number) {
  const corner = payload as SeriesPoint;
  return <TaskMark key={`${corner.agentId} ${corner.point?.seq}`} x={cx} y={cy} corner={corner} size={size} />;
}

function shortTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(5, 16).replace('T', ' ');
}
