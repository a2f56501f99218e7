import type { ReputationPoint } from '../../core/api/index.ts';

/** Where every agent starts (C7). */
const startingReputation = 0.5;

/** One corner of a step line. `point` is null for the start, which no task made. */
export interface SeriesPoint {
  /** Number of the task, or milliseconds since 1970. */
  readonly x: number;
  readonly reputation: number;
  readonly point: ReputationPoint | null;
  readonly agentId: string;
}

export interface AgentPoints {
  readonly summary: { readonly agentId: string };
  readonly points: readonly ReputationPoint[];
  /** Earlier points exist and are not here: the line then has no start. */
  readonly truncated: boolean;
}

/** The corners of an agent's line, by task number or by time. */
export function reputationSeries(
  { summary, points, truncated }: AgentPoints,
  axis: 'task' | 'time',
): readonly SeriesPoint[] {
  const { agentId } = summary;
  const place = (point: ReputationPoint, index: number) => (axis === 'task' ? index + 1 : Date.parse(point.at));
  const corners = points.map((point, index) => ({
    x: place(point, index),
    reputation: point.reputation,
    point,
    agentId,
  }));
  const [first] = corners;
  if (truncated || first === undefined) return corners;
  return [{ x: axis === 'task' ? 0 : first.x, reputation: startingReputation, point: null, agentId }, ...corners];
}

/** The corner that a key leads to along a line; the newest when none is chosen yet. Null for an empty line. */
export function steppedPoint(line: readonly SeriesPoint[], from: SeriesPoint | null, step: number): SeriesPoint | null {
  const at = line.findIndex((corner) => from !== null && corner.x === from.x && corner.point?.seq === from.point?.seq);
  const next = at === -1 ? line.length - 1 : Math.min(Math.max(0, at + step), line.length - 1);
  return line[next] ?? null;
}
