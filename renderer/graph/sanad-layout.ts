/** Where the hands and documents of a sanad stand: the sources on top, the claim at the bottom. Pure. */
import { Graph, layout } from '@dagrejs/dagre';
import type { ClaimDetail } from '../../core/api/index.ts';
import type { Point } from './graph-layout.ts';

type Sanad = Pick<ClaimDetail['sanad'], 'nodes' | 'edges'>;
export type SanadNodeView = Sanad['nodes'][number];

export interface PlacedSanad {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly (Point & {
    readonly node: SanadNodeView;
    readonly width: number;
    readonly height: number;
  })[];
  readonly edges: readonly {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly points: readonly Point[];
  }[];
}

const nodeSize = { width: 180, height: 46 } as const;

/** Places every node by its upper left corner, in pixels; edges to nodes that are not shown are left out. */
export function placeSanad({ nodes, edges }: Sanad): PlacedSanad {
  const drawing = new Graph({ multigraph: true });
  drawing.setGraph({ rankdir: 'TB', nodesep: 18, edgesep: 10, ranksep: 26, marginx: 10, marginy: 10 });
  for (const { id } of nodes) drawing.setNode(id, { ...nodeSize });
  const known = new Set(nodes.map(({ id }) => id));
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  drawn.forEach(({ from, to }, index) => {
    drawing.setEdge(from, to, {}, `${index}`);
  });
  layout(drawing);
  const { width = 0, height = 0 } = drawing.graph();
  return {
    width,
    height,
    nodes: nodes.map((node) => {
      const { x = 0, y = 0 } = drawing.node(node.id);
      return { node, x: x - nodeSize.width / 2, y: y - nodeSize.height / 2, ...nodeSize };
    }),
    edges: drawn.map(({ from, to }, index) => {
      const { points = [] } = drawing.edge(from, to, `${index}`);
      return { id: `${index}`, from, to, points };
    }),
  };
}
