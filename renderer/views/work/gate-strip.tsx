import type { GateResult } from '../../../core/api/index.ts';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { checkNames, checkSigns } from '../../text/state-words.ts';
import { duration } from '../../text/words.ts';

interface GateStripProps {
  readonly gates: readonly GateResult[];
  readonly chosen: GateResult['gate'] | null;
  readonly onChoose: (gate: GateResult['gate']) => void;
}

const order: readonly GateResult['gate'][] = ['files', 'tests', 'lint', 'ast'];

/** The gates from left to right, in the order in which they run; the first failure stops. */
export function GateStrip({ gates, chosen, onChoose }: GateStripProps) {
  const shown = gates.find((gate) => gate.gate === chosen);
  return (
    <div className="strip">
      <ol className="strip-gates" aria-label="Gates">
        {order.map((name) => {
          const gate = gates.find((candidate) => candidate.gate === name);
          return (
            <li key={name} className="strip-gate">
              {gate === undefined ? (
                <span className="strip-button strip-missing">
                  <SignMark sign="skipped" />
                  <span className="strip-name">{checkNames[name]}</span>
                  <span className="strip-word">not reached</span>
                </span>
              ) : (
                <button
                  type="button"
                  className="strip-button"
                  aria-pressed={chosen === name}
                  onClick={() => onChoose(name)}
                >
                  <SignMark sign={checkSigns[gate.outcome]} />
                  <span className="strip-name">{checkNames[name]}</span>
                  <span className="strip-word" data-sign={checkSigns[gate.outcome]}>
                    {gate.outcome}
                  </span>
                  <span className="strip-time">{gate.durationMs === null ? '' : duration(gate.durationMs)}</span>
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {shown !== undefined && (
        <p className="strip-reason">
          <SignWord sign={checkSigns[shown.outcome]} word={checkNames[shown.gate]} />
          <span>{shown.reason}</span>
          {shown.tool !== null && <span className="faint mono">{shown.tool}</span>}
        </p>
      )}
    </div>
  );
}
