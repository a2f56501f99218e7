import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StateGraph, TakenWay } from '../../../core/api/index.ts';
import { arrowHead, labelSize, placeGraph, roundedPath } from '../../../renderer/graph/graph-layout.ts';
import { stateMarks, wayMarks } from '../../../renderer/graph/graph-marks.ts';
import { wayId, waysOf } from '../../../renderer/graph/ways.ts';

const graphOf = (count: number, pairs: readonly (readonly [number, number, boolean])[]): StateGraph => ({
  initial: 's0',
  nodes: Array.from({ length: count }, (_, index) => ({ state: `s${index}`, final: index === count - 1, work: null })),
  edges: pairs.map(([from, to, onError]) => ({
    from: `s${from % count}`,
    to: `s${to % count}`,
    condition: onError ? null : 'context.ready == true',
    onError: onError ? 'default' : null,
  })),
});

const graphs = fc
  .integer({ min: 1, max: 14 })
  .chain((count) =>
    fc
      .array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.boolean()), { maxLength: 24 })
      .map((pairs) => graphOf(count, pairs)),
  );

describe('the layout of a graph', () => {
  test('places every state apart from the others and draws every way between its two states', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { states, ways, width, height } = placeGraph(graph);
        expect(states.map(({ state }) => state)).toEqual(graph.nodes.map(({ state }) => state));
        for (const [index, one] of states.entries()) {
          expect(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height).toBe(true);
          for (const other of states.slice(index + 1)) {
            const apartInX = one.x + one.width <= other.x || other.x + other.width <= one.x;
            const apartInY = one.y + one.height <= other.y || other.y + other.height <= one.y;
            expect(apartInX || apartInY, `${one.state} and ${other.state}`).toBe(true);
          }
        }
        expect(ways.map(({ id }) => id)).toEqual(waysOf(graph).map(({ id }) => id));
        for (const { points } of ways) {
          expect(points.length).toBeGreaterThanOrEqual(2);
          expect(roundedPath(points)).toMatch(/^M[-\d.e]+,[-\d.e]+ L/);
          expect(arrowHead(points).split(' ')).toHaveLength(3);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is the same every time', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        expect(placeGraph(graph)).toStrictEqual(placeGraph(structuredClone(graph)));
      }),
      { numRuns: 20 },
    );
  });

  test('draws a way to itself out of its state and back', () => {
    const { states, ways } = placeGraph(
      graphOf(2, [
        [0, 0, false],
        [0, 0, true],
        [0, 1, false],
      ]),
    );
    const side = (states[0]?.x ?? 0) + (states[0]?.width ?? 0);
    for (const { points } of ways.filter(({ from, to }) => from === to)) {
      expect(points[0]?.x).toBe(side);
      expect(points.at(-1)?.x).toBe(side);
      expect(points[1]?.x).toBeGreaterThan(side);
    }
  });

  test('puts each state of a chain below the one before', () => {
    const { states } = placeGraph(
      graphOf(4, [
        [0, 1, false],
        [1, 2, false],
        [2, 3, false],
      ]),
    );
    const heights = states.map(({ y }) => y);
    expect(heights).toEqual([...heights].sort((one, other) => one - other));
    expect(new Set(heights).size).toBe(4);
  });
});

test('ways between the same states are one line, errors apart from conditions', () => {
  const graph: StateGraph = {
    initial: 'a',
    nodes: [],
    edges: [
      { from: 'a', to: 'b', condition: 'context.x > 1', onError: null },
      { from: 'a', to: 'b', condition: null, onError: 'TimeoutError' },
      { from: 'a', to: 'b', condition: `context.long == "${'y'.repeat(60)}"`, onError: null },
      { from: 'a', to: 'b', condition: null, onError: 'default' },
      { from: 'b', to: 'a', condition: null, onError: null },
    ],
  };
  expect(waysOf(graph).map(({ from, onError, words, label }) => [from, onError, words.length, label])).toEqual([
    ['a', false, 2, 'context.x > 1 or context.long == "yyyyyyyyyyyyy…'],
    ['a', true, 2, 'error TimeoutError, default'],
    ['b', false, 0, ''],
  ]);
  expect(labelSize('')).toEqual({ width: 0, height: 0 });
  expect(labelSize('x'.repeat(40)).height).toBe(32);
});

test('the marks of a run count visits and name the last step', () => {
  const way = (from: string, to: string, times: number, lastStep: number, onError = false): TakenWay => ({
    from,
    to,
    onError,
    times,
    lastStep,
  });
  const taken = [way('a', 'b', 2, 3), way('a', 'c', 1, 7, true), way('b', 'a', 2, 6)];
  expect([...stateMarks(taken)]).toEqual([
    ['a', { visits: 3, lastStep: 7 }],
    ['b', { visits: 2, lastStep: 6 }],
  ]);
  expect(wayMarks(taken).get(wayId('a', 'c', true))).toBe(1);
  expect(wayMarks(taken).has(wayId('a', 'c', false))).toBe(false);
});
