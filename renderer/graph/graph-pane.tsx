import { lazy, Suspense, useState } from 'react';
import type { StateGraph } from '../../core/api/index.ts';
import { Options } from '../components/options.tsx';
import { Skeleton } from '../components/states.tsx';
import { counted } from '../text/words.ts';
import type { GraphMarks } from './graph-marks.ts';
import { StateList } from './state-list.tsx';
import { mostDrawnStates } from './ways.ts';
import './graph-pane.css';

const DrawnGraph = lazy(() => import('./state-graph.tsx'));

interface GraphPaneProps {
  readonly machine: string;
  readonly graph: StateGraph;
  readonly marks: GraphMarks;
  readonly onStep: (step: number) => void;
}

/** The machine of a run, as a graph or as a list, with what the run did in it. */
export function GraphPane({ machine, graph, marks, onStep }: GraphPaneProps) {
  const drawable = graph.nodes.length <= mostDrawnStates;
  const [shape, setShape] = useState<'graph' | 'list'>('graph');
  return (
    <div className="graph-pane">
      <div className="graph-pane-head">
        <span className="faint small">{counted(graph.nodes.length, 'state')}</span>
        {drawable ? (
          <Options
            label="Show states as"
            value={shape}
            options={[
              ['graph', 'Graph'],
              ['list', 'List'],
            ]}
            onChange={setShape}
          />
        ) : (
          <span className="faint small">too many to draw</span>
        )}
      </div>
      {drawable && shape === 'graph' ? (
        <Suspense fallback={<Skeleton label="Drawing the graph" />}>
          <DrawnGraph label={`Graph of the machine ${machine}`} graph={graph} marks={marks} onStep={onStep} />
        </Suspense>
      ) : (
        <StateList graph={graph} marks={marks} onStep={onStep} />
      )}
    </div>
  );
}
