import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { DebateDetail } from '../../core/api/index.ts';
import { confidenceText, roleNames } from '../text/debate-words.ts';
import { type PositionPoint, positionLines } from './position-series.ts';
import { SeriesKey, seriesColour, seriesDashes } from './series-key.tsx';
import './chart.css';
import './position-chart.css';

/** The confidence of each role round by round; a hollow mark is where its position changed. */
export default function PositionChart({ rounds }: { readonly rounds: DebateDetail['rounds'] }) {
  const lines = positionLines(rounds);
  const last = rounds.at(-1)?.round ?? 1;
  const words = lines.map(({ role, points }) => {
    const end = points.at(-1);
    return `${roleNames[role]} ends at ${end === undefined ? 'nothing' : confidenceText(end.confidence)}`;
  });
  return (
    <figure className="position-chart">
      <div className="position-area" role="img" aria-label={`Confidence per round: ${words.join('; ')}`}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line-1)" />
            <XAxis
              type="number"
              dataKey="x"
              domain={[0.75, last + 0.25]}
              ticks={rounds.map(({ round }) => round)}
              tickFormatter={(round: number) => `round ${round}`}
              allowDecimals={false}
              stroke="var(--line-2)"
              tick={{ className: 'chart-tick' }}
            />
            <YAxis
              domain={[0, 1]}
              ticks={[0, 0.25, 0.5, 0.75, 1]}
              width={34}
              stroke="var(--line-2)"
              tick={{ className: 'chart-tick' }}
              tickFormatter={confidenceText}
            />
            <ReferenceLine y={0.5} stroke="var(--line-2)" strokeDasharray="2 3" />
            <Tooltip content={PositionTooltip} isAnimationActive={false} shared={false} cursor={false} />
            {lines.map(({ role, points }, index) => (
              <Line
                key={role}
                name={roleNames[role]}
                data={[...points]}
                dataKey="confidence"
                stroke={seriesColour(index)}
                strokeWidth={1.6}
                strokeDasharray={seriesDashes[index] ?? '0'}
                isAnimationActive={false}
                activeDot={{ r: 6 }}
                dot={(place: DotItemDotProps) => drawDot(place, seriesColour(index))}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption>
        <ul className="position-key small">
          {lines.map(({ role }, index) => (
            <li key={role}>
              <SeriesKey index={index} />
              {roleNames[role]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function drawDot({ cx, cy, payload }: DotItemDotProps, colour: string) {
  const point = payload as PositionPoint;
  return (
    <circle
      key={`${point.role} ${point.round}`}
      cx={cx}
      cy={cy}
      r={point.changed ? 4.5 : 3}
      fill={point.changed ? 'var(--surface-1)' : colour}
      stroke={colour}
      strokeWidth={1.6}
    />
  );
}

function PositionTooltip({ active, payload }: TooltipContentProps) {
  const point = payload?.[0]?.payload as PositionPoint | undefined;
  if (!active || point === undefined) return null;
  return (
    <div className="chart-tooltip">
      <p className="chart-tooltip-title">
        {roleNames[point.role]}, round {point.round}
      </p>
      <p>
        confidence {confidenceText(point.confidence)}
        {point.changed && ', another position than before'}
      </p>
      {point.position !== null && <p className="quiet">{point.position}</p>}
    </div>
  );
}
