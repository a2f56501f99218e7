import { type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { useMemo } from 'react';
import type { ClaimDetail } from '../../core/api/index.ts';
import { Grade } from '../components/grade.tsx';
import { SignMark } from '../components/sign.tsx';
import { spelled } from '../text/debate-words.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { arrowHead, type Point, roundedPath } from './graph-layout.ts';
import { placeSanad, type SanadNodeView } from './sanad-layout.ts';
import './sanad-graph.css';

type SanadNodeType = Node<{ readonly node: SanadNodeView }, 'sanad'>;
type SanadEdgeType = Edge<{ readonly points: readonly Point[] }, 'sanad'>;

const nodeTypes = { sanad: SanadNode };
const edgeTypes = { sanad: SanadEdge };

interface SanadGraphProps {
  readonly label: string;
  readonly sanad: ClaimDetail['sanad'];
}

/** The chains of a claim as a graph: from documents and origins, hand by hand, to the claim. */
export default function SanadGraph({ label, sanad }: SanadGraphProps) {
  // The same claim comes again with every answer of the host; it is placed once.
  const key = JSON.stringify([sanad.nodes, sanad.edges]);
  const placed = useMemo(() => {
    const [nodes, edges] = JSON.parse(key) as [typeof sanad.nodes, typeof sanad.edges];
    return placeSanad({ nodes, edges });
  }, [key]);
  const nodes = useMemo(
    (): SanadNodeType[] =>
      placed.nodes.map(({ node, x, y, width, height }) => ({
        id: node.id,
        type: 'sanad',
        position: { x, y },
        width,
        height,
        data: { node },
      })),
    [placed],
  );
  const edges = useMemo(
    (): SanadEdgeType[] =>
      placed.edges.map(({ id, from, to, points }) => ({
        id,
        type: 'sanad',
        source: from,
        target: to,
        data: { points },
      })),
    [placed],
  );
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

/** A hand, a document or the claim. What is wrong there is said in the list beside the graph. */
function SanadNode({ data: { node } }: NodeProps<SanadNodeType>) {
  const words = [node.label, node.detail, node.at, node.defect].filter((text) => text !== null);
  return (
    <div className="sanad-node" data-kind={node.kind} data-defect={node.defect !== null} title={words.join('\n')}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {node.grade !== null && <Grade grade={node.grade} />}
      <span className="sanad-node-words">
        <span className="cut">{node.label}</span>
        <span className="sanad-node-kind">
          {node.defect !== null && <SignMark sign="failed" label="defect" />}
          <span className="cut">{[spelled(node.kind), node.at].filter((text) => text !== null).join(', ')}</span>
        </span>
      </span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

function SanadEdge({ data }: EdgeProps<SanadEdgeType>) {
  const points = data?.points ?? [];
  return (
    <g className="sanad-edge">
      <path d={roundedPath(points)} fill="none" />
      <polygon points={arrowHead(points)} />
    </g>
  );
}
