import {
  type Edge,
  type EdgeTypes,
  getViewportForBounds,
  type Node,
  type NodeTypes,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { IconButton } from '../components/button.tsx';
import '@xyflow/react/dist/base.css';
import './graph-canvas.css';

interface GraphCanvasProps {
  /** Names it for screen readers: `Graph of the machine letter`. */
  readonly label: string;
  /** Of the whole drawing. */
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly nodeTypes: NodeTypes;
  readonly edgeTypes: EdgeTypes;
}

const zoom = { least: 0.05, most: 2, fitted: 1.1 } as const;
/** A region that is moved by keys must be reachable by them. */
const movesWithKeys = { tabIndex: 0 } as const;

/** A placed graph to look at. Moved by drag, wheel and keys: arrows, plus, minus, 0 fits it all. */
export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({ label, width, height, nodes, edges, nodeTypes, edgeTypes }: GraphCanvasProps) {
  const flow = useReactFlow();
  const box = useRef<HTMLElement>(null);
  const moved = useRef(false);
  const fitAll = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    moved.current = false;
    const { clientWidth, clientHeight } = element;
    const whole = { x: 0, y: 0, width, height };
    void flow.setViewport(getViewportForBounds(whole, clientWidth, clientHeight, zoom.least, zoom.fitted, 0));
  }, [flow, width, height]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Also tells of the first size.
    const observer = new ResizeObserver(() => {
      if (!moved.current) fitAll();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fitAll]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    if (event.key === '0') fitAll();
    else if (move !== undefined) {
      moved.current = true;
      move(flow);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={box} className="graph-canvas" aria-label={label} onKeyDown={onKeyDown} {...movesWithKeys}>
      <ReactFlow
        nodes={[...nodes]}
        edges={[...edges]}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        minZoom={zoom.least}
        maxZoom={zoom.most}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        // Its licence is the MIT's; a link out of the console has no place in it.
        proOptions={{ hideAttribution: true }}
        onMoveStart={(event) => {
          if (event !== null) moved.current = true;
        }}
      />
      <div className="graph-canvas-tools">
        <IconButton icon="zoomIn" label="Zoom in: plus" onClick={() => void flow.zoomIn()} />
        <IconButton icon="zoomOut" label="Zoom out: minus" onClick={() => void flow.zoomOut()} />
        <IconButton icon="fit" label="Show the whole graph: 0" onClick={fitAll} />
      </div>
    </section>
  );
}

type Flow = Pick<ReactFlowInstance, 'zoomIn' | 'zoomOut' | 'getViewport' | 'setViewport'>;

function pan(flow: Flow, x: number, y: number): void {
  const { x: left, y: top, zoom } = flow.getViewport();
  void flow.setViewport({ x: left + x, y: top + y, zoom });
}

const moves: Readonly<Record<string, (flow: Flow) => void>> = {
  '+': (flow) => void flow.zoomIn(),
  '=': (flow) => void flow.zoomIn(),
  '-': (flow) => void flow.zoomOut(),
  ArrowLeft: (flow) => pan(flow, 60, 0),
  ArrowRight: (flow) => pan(flow, -60, 0),
  ArrowUp: (flow) => pan(flow, 0, 60),
  ArrowDown: (flow) => pan(flow, 0, -60),
};
