import type { GateResult, WorkDetail } from '../../../core/api/index.ts';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { checkNames, checkSigns, dimensionChecks, gateChecks } from '../../text/state-words.ts';
import { counted, duration } from '../../text/words.ts';

type Check = GateResult['gate'];

interface GateStripProps {
  readonly detail: Pick<WorkDetail, 'gates' | 'verification' | 'contract'>;
  readonly chosen: Check | null;
  readonly onChoose: (gate: Check) => void;
}

/** The checks from left to right, in the order in which they run: four gates, then the five dimensions. */
export function GateStrip({ detail, chosen, onChoose }: GateStripProps) {
  const { gates, contract } = detail;
  const shown = gates.find((gate) => gate.gate === chosen);
  const item = (name: Check, missing: string) => (
    <StripItem
      key={name}
      name={name}
      gate={gates.find((candidate) => candidate.gate === name)}
      warnings={warningsOf(detail, name)}
      missing={missing}
      pressed={chosen === name}
      onChoose={onChoose}
    />
  );
  return (
    <div className="strip">
      <div className="strip-rows">
        <ol className="strip-gates" aria-label="Gates">
          {gateChecks.map((name) => item(name, 'not reached'))}
        </ol>
        <ol className="strip-gates" aria-label="Dimensions">
          {dimensionChecks.map((name) => item(name, contract.policy === null ? 'not asked for' : 'not reached'))}
        </ol>
      </div>
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

interface StripItemProps {
  readonly name: Check;
  readonly gate: GateResult | undefined;
  readonly warnings: number;
  /** The word for a check without a result. */
  readonly missing: string;
  readonly pressed: boolean;
  readonly onChoose: (gate: Check) => void;
}

function StripItem({ name, gate, warnings, missing, pressed, onChoose }: StripItemProps) {
  if (gate === undefined) {
    return (
      <li className="strip-gate">
        <span className="strip-button strip-missing">
          <SignMark sign="skipped" />
          <span className="strip-name">{checkNames[name]}</span>
          <span className="strip-word">{missing}</span>
        </span>
      </li>
    );
  }
  const sign = checkSigns[gate.outcome];
  const time = gate.durationMs === null ? '' : ` · ${duration(gate.durationMs)}`;
  const word = gate.outcome === 'passed' && warnings > 0 ? counted(warnings, 'warning') : gate.outcome;
  return (
    <li className="strip-gate">
      <button type="button" className="strip-button" aria-pressed={pressed} onClick={() => onChoose(name)}>
        <SignMark sign={sign} />
        <span className="strip-name">{checkNames[name]}</span>
        <span className="strip-word">
          <span data-sign={warnings > 0 && gate.outcome === 'passed' ? 'inconclusive' : sign}>{word}</span>
          <span className="strip-time">{time}</span>
        </span>
      </button>
    </li>
  );
}

function warningsOf({ verification }: GateStripProps['detail'], name: Check): number {
  const findings = verification?.findings ?? [];
  return findings.filter(({ dimension, severity }) => dimension === name && severity !== 'error').length;
}
