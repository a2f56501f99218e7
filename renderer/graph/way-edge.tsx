import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { arrowHead, labelSize, type PlacedWay, roundedPath } from './graph-layout.ts';

export type WayEdgeType = Edge<{ readonly placed: PlacedWay; readonly times: number; readonly chosen: boolean }, 'way'>;

/** A way between two states: dashed while no step took it, with its condition or the errors that lead along it. */
export function WayEdge({ data }: EdgeProps<WayEdgeType>) {
  if (data === undefined) return null;
  const { placed, times, chosen } = data;
  const { points, label, labelAt, words, onError } = placed;
  const look = chosen ? 'chosen' : times === 0 ? 'none' : onError ? 'failed' : 'taken';
  return (
    <>
      <g className="way" data-look={look}>
        <path d={roundedPath(points)} fill="none" />
        <polygon points={arrowHead(points)} />
      </g>
      {label !== '' && (
        <EdgeLabelRenderer>
          <span
            className="way-label mono"
            data-look={look}
            title={words.join('\n')}
            style={{
              width: labelSize(label).width,
              transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)`,
            }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
