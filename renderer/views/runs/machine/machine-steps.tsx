import type { RunDetail, RunStep } from '../../../../core/api/index.ts';
import { SignMark } from '../../../components/sign.tsx';
import { Failed } from '../../../components/states.tsx';
import { VirtualList } from '../../../components/virtual-list.tsx';
import { bringToFront } from '../../../stores/layout.ts';
import type { RunSteps } from '../../../stores/run-steps.ts';
import { count, counted } from '../../../text/words.ts';
import { machineWord, stepCost, stepSign, tookText } from './machine-words.ts';

interface MachineStepsProps {
  readonly detail: RunDetail;
  readonly steps: RunSteps;
  readonly chosen: number;
  readonly onChoose: (step: number) => void;
}

/** The steps of a run, oldest first, and last the one that is not finished. */
export function MachineSteps({ detail, steps, chosen, onChoose }: MachineStepsProps) {
  const { row } = detail;
  const unfinished = row.status === 'done' ? 0 : 1;
  return (
    <section className="machine-steps" aria-label="Steps of the run">
      <h3>
        Steps
        <span className="faint">{counted(row.step, 'finished step')}</span>
      </h3>
      {steps.problem !== null ? (
        <Failed problem={steps.problem} />
      ) : (
        <VirtualList
          label="Steps"
          count={row.step + unfinished}
          rowHeight={42}
          active={chosen - 1}
          onActive={(index) => onChoose(index + 1)}
          onOpen={() => bringToFront('evidence')}
          onRange={(first, last) => steps.look(first + 1, last + 1)}
          rowKey={(index) => `${index + 1}`}
          renderRow={(index) =>
            index < row.step ? (
              <FinishedStep
                number={index + 1}
                step={steps.step(index + 1)}
                ends={row.status === 'done' && index + 1 === row.step}
              />
            ) : (
              <UnfinishedStep detail={detail} />
            )
          }
        />
      )}
    </section>
  );
}

interface FinishedStepProps {
  readonly number: number;
  readonly step: RunStep | null | undefined;
  /** It is the last of a completed run: no state comes after it. */
  readonly ends: boolean;
}

function FinishedStep({ number, step, ends }: FinishedStepProps) {
  if (step === undefined || step === null) {
    return (
      <div className="machine-step">
        <span className="faint">{count(number)}</span>
        <span />
        <span className="faint">{step === null ? 'no checkpoint was kept of it' : 'reading…'}</span>
      </div>
    );
  }
  const { sign, word } = stepSign(step);
  const facts = [
    ...(step.error === null ? [] : [`${step.error.type}: ${step.error.message}`]),
    ...(step.failedAttempts === null ? [] : [counted(step.failedAttempts.count, 'failed attempt')]),
    ...(step.children === 0 ? [] : [counted(step.children, 'run')]),
    stepCost(step),
  ].filter((text) => text !== '');
  return (
    <div className="machine-step">
      <span className="faint">{count(number)}</span>
      <SignMark sign={sign} label={word} />
      <span className="machine-step-way cut mono">
        {step.from}
        {!ends && <span className="faint"> → {step.to}</span>}
      </span>
      <span className="machine-step-time faint small">{tookText(step)}</span>
      <span className="machine-step-facts cut small" title={facts.join('\n')}>
        {facts.join(' · ')}
      </span>
    </div>
  );
}

function UnfinishedStep({ detail: { row, failedAttempts } }: { readonly detail: RunDetail }) {
  const facts = [
    machineWord(row),
    ...(row.error === null ? [] : [`${row.error.type}: ${row.error.message}`]),
    ...(failedAttempts === null ? [] : [counted(failedAttempts.count, 'failed attempt')]),
  ];
  return (
    <div className="machine-step">
      <span className="faint">{count(row.step + 1)}</span>
      <SignMark sign={row.sign} label={machineWord(row)} />
      <span className="machine-step-way cut mono">{row.state}</span>
      <span />
      <span className="machine-step-facts cut small" title={facts.join('\n')}>
        {facts.join(' · ')}
      </span>
    </div>
  );
}
