/**
 * Where the states of a machine and the ways between them stand: layers from top to bottom, the same every time. Pure.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { StateGraph } from '../../core/api/index.ts';
import { type Way, waysOf } from './ways.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedState extends Point {
  readonly state: string;
  readonly final: boolean;
  readonly initial: boolean;
  readonly work: string | null;
  readonly width: number;
  readonly height: number;
}

export interface PlacedWay extends Way {
  readonly labelAt: Point;
  readonly points: readonly Point[];
}

export interface PlacedGraph {
  /** Of the whole drawing, labels included. */
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly ways: readonly PlacedWay[];
}

const stateHeight = 42;
const characterWidth = 7;
const lineLength = 24;
const loopReach = 18;

/** Places every state and way; all lengths are pixels, the origin is the upper left corner. */
export function placeGraph(graph: StateGraph): PlacedGraph {
  const drawing = new Graph({ multigraph: true });
  drawing.setGraph({ rankdir: 'TB', nodesep: 28, edgesep: 16, ranksep: 34, marginx: 12, marginy: 12 });
  for (const { state, work } of graph.nodes) {
    const longest = Math.max(state.length + 4, (work ?? '').length);
    const width = Math.min(240, Math.max(104, longest * characterWidth + 24));
    drawing.setNode(state, { width, height: stateHeight });
  }
  const ways = waysOf(graph);
  for (const { id, from, to, label } of ways) {
    drawing.setEdge(from, to, { ...labelSize(label), labelpos: 'c' }, id);
  }
  layout(drawing);
  const { width = 0, height = 0 } = drawing.graph();
  return {
    width,
    height,
    states: graph.nodes.map(({ state, final, work }) => {
      const { x = 0, y = 0, width, height } = drawing.node(state);
      const initial = state === graph.initial;
      return { state, final, initial, work, x: x - width / 2, y: y - height / 2, width, height };
    }),
    ways: ways.map((way) => {
      const { points = [], x = 0, y = 0 } = drawing.edge(way.from, way.to, way.id);
      const state = drawing.node(way.from);
      const reach = x - labelSize(way.label).width / 2;
      return { ...way, labelAt: { x, y }, points: way.from === way.to ? loopPoints(state, reach) : points };
    }),
  };
}

/** A way from a state to itself: out of its right side and back, around as far as its label begins. */
function loopPoints(
  state: { readonly x?: number; readonly y?: number; readonly width: number },
  reach: number,
): Point[] {
  const { x = 0, y = 0, width } = state;
  const side = x + width / 2;
  const turn = Math.max(reach - 2, side + loopReach);
  return [
    { x: side, y: y - 9 },
    { x: turn, y: y - 9 },
    { x: turn, y: y + 9 },
    { x: side, y: y + 9 },
  ];
}

/** Pixels that a label takes, in lines of at most 24 characters. */
export function labelSize(label: string): { readonly width: number; readonly height: number } {
  if (label === '') return { width: 0, height: 0 };
  const lines = Math.ceil(label.length / lineLength);
  return { width: Math.min(label.length, lineLength) * 6.4 + 10, height: lines * 14 + 4 };
}

/** A line through points with round corners, as an SVG path. */
export function roundedPath(points: readonly Point[], radius = 12): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${first.x},${first.y}`];
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (next === undefined) {
      parts.push(`L${point.x},${point.y}`);
      return;
    }
    const before = towards(point, rest[index - 1] ?? first, radius);
    const after = towards(point, next, radius);
    parts.push(`L${before.x},${before.y}`, `Q${point.x},${point.y} ${after.x},${after.y}`);
  });
  return parts.join(' ');
}

/** The point on the way from one to another, `distance` away and never beyond the middle. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(0.5, distance / length);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The three corners of an arrow's head at the end of a line. */
export function arrowHead(points: readonly Point[]): string {
  const [tail, tip] = [points.at(-2), points.at(-1)];
  if (tail === undefined || tip === undefined) return '';
  const angle = Math.atan2(tip.y - tail.y, tip.x - tail.x);
  const corner = (turn: number) => `${tip.x - 8 * Math.cos(angle + turn)},${tip.y - 8 * Math.sin(angle + turn)}`;
  return `${tip.x},${tip.y} ${corner(0.42)} ${corner(-0.42)}`;
}
