import type { StateGraph } from '../../core/api/index.ts';
import { SignWord } from '../components/sign.tsx';
import { counted } from '../text/words.ts';
import { type GraphMarks, stateMarks, wayMarks } from './graph-marks.ts';
import { waysOf } from './ways.ts';
import './state-list.css';

interface StateListProps {
  readonly graph: StateGraph;
  readonly marks: GraphMarks;
  readonly onStep: (step: number) => void;
}

/** The same as the graph in words, for those who cannot see it and for machines that are too large to draw. */
export function StateList({ graph, marks, onStep }: StateListProps) {
  const visited = stateMarks(marks.taken);
  const taken = wayMarks(marks.taken);
  const ways = Map.groupBy(waysOf(graph), ({ from }) => from);
  return (
    <ol className="state-list">
      {graph.nodes.map(({ state, final, work }) => {
        const mark = visited.get(state);
        const step = mark?.lastStep ?? null;
        const current = marks.current?.state === state ? marks.current : null;
        return (
          <li key={state} data-current={current !== null}>
            <p className="state-list-head">
              <strong className="mono">{state}</strong>
              {state === graph.initial && <span className="faint">start</span>}
              {final && <span className="faint">end</span>}
              {work !== null && <span>{work}</span>}
              {current !== null && <SignWord sign={current.sign} word={current.word} />}
              {step === null ? (
                <span className="faint">never worked on</span>
              ) : (
                <button type="button" className="text-button" onClick={() => onStep(step)}>
                  {counted(mark?.visits ?? 0, 'time')}, last in step {step}
                </button>
              )}
            </p>
            <ul>
              {(ways.get(state) ?? []).map(({ id, to, words, onError }) => (
                <li key={id}>
                  to <span className="mono">{to}</span>
                  {onError ? ' on error ' : words.length > 0 && ' if '}
                  <span className="mono quiet">{words.join(onError ? ', ' : ' or ')}</span>
                  <span className="faint">
                    {taken.has(id) ? `, taken ${counted(taken.get(id) ?? 0, 'time')}` : ', not taken'}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
