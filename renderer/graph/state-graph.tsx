import { useMemo } from 'react';
import type { StateGraph as Graph } from '../../core/api/index.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { placeGraph } from './graph-layout.ts';
import { type GraphMarks, stateMarks, wayMarks } from './graph-marks.ts';
import { StateNode, type StateNodeType } from './state-node.tsx';
import { WayEdge, type WayEdgeType } from './way-edge.tsx';
import './state-graph.css';

export interface StateGraphProps {
  /** Names it for screen readers: `Graph of the machine letter`. */
  readonly label: string;
  readonly graph: Graph;
  readonly marks: GraphMarks;
  /** A state was pressed that a step worked on. */
  readonly onStep: (step: number) => void;
}

const nodeTypes = { state: StateNode };
const edgeTypes = { way: WayEdge };

/** The graph of a machine with what a run did in it. */
export default function StateGraph({ label, graph, marks, onStep }: StateGraphProps) {
  // The same machine comes again with every answer of the host; it is placed once.
  const key = JSON.stringify(graph);
  const placed = useMemo(() => placeGraph(JSON.parse(key) as Graph), [key]);
  const nodes = useMemo((): StateNodeType[] => {
    const visited = stateMarks(marks.taken);
    return placed.states.map((state) => {
      const mark = visited.get(state.state);
      const step = mark?.lastStep ?? null;
      return {
        id: state.state,
        type: 'state',
        position: { x: state.x, y: state.y },
        width: state.width,
        height: state.height,
        data: {
          placed: state,
          visits: mark?.visits ?? 0,
          current: marks.current?.state === state.state ? marks.current : null,
          chosen: marks.chosen?.from === state.state,
          onOpen: step === null ? null : () => onStep(step),
        },
      };
    });
  }, [placed, marks, onStep]);
  const edges = useMemo((): WayEdgeType[] => {
    const taken = wayMarks(marks.taken);
    return placed.ways.map((way) => ({
      id: way.id,
      type: 'way',
      source: way.from,
      target: way.to,
      data: { placed: way, times: taken.get(way.id) ?? 0, chosen: isChosen(way, marks.chosen) },
    }));
  }, [placed, marks]);
  return (
    <GraphCanvas
      label={label}
      width={placed.width}
      height={placed.height}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
    />
  );
}

function isChosen(
  way: { readonly from: string; readonly to: string; readonly onError: boolean },
  chosen: GraphMarks['chosen'],
): boolean {
  return chosen !== null && way.from === chosen.from && way.to === chosen.to && way.onError === chosen.onError;
}
