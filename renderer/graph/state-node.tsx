import type { Node, NodeProps } from '@xyflow/react';
import { Handle, Position } from '@xyflow/react';
import type { Sign } from '../../core/api/index.ts';
import { SignMark } from '../components/sign.tsx';
import { count } from '../text/words.ts';
import type { PlacedState } from './graph-layout.ts';

export type StateNodeType = Node<
  {
    readonly placed: PlacedState;
    readonly visits: number;
    readonly current: { readonly sign: Sign; readonly word: string } | null;
    readonly chosen: boolean;
    readonly onOpen: (() => void) | null;
  },
  'state'
>;

/** A state in the graph: its name, its work, how often it was worked on, and the sign of a run that stands in it. */
export function StateNode({ data }: NodeProps<StateNodeType>) {
  const { placed, visits, current, chosen, onOpen } = data;
  const { state, work, final, initial } = placed;
  return (
    // The list of states beside the graph offers the same to the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of states is the way for keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the list of states is the way for keys
    <div
      className="state-node"
      data-visited={visits > 0}
      data-current={current !== null}
      data-chosen={chosen}
      data-final={final}
      data-opens={onOpen !== null}
      title={[state, work].filter((text) => text !== null).join('\n')}
      onClick={onOpen ?? undefined}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <span className="state-node-name">
        {current !== null && <SignMark sign={current.sign} label={current.word} />}
        <span className="cut mono">{state}</span>
        {visits > 1 && <span className="state-node-visits">×{count(visits)}</span>}
      </span>
      <span className="state-node-work cut">{work ?? (final ? 'end' : initial ? 'start' : '')}</span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}
