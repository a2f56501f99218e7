import type { AgentRunDetail, AgentRunStep } from '../../../core/api/index.ts';
import { SignWord } from '../../components/sign.tsx';
import { Empty } from '../../components/states.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { bringToFront } from '../../stores/layout.ts';
import { replacePlace } from '../../stores/route.ts';
import { counted } from '../../text/words.ts';
import { costText, leftText } from './run-figures.ts';
import { actionText, chosenStep, reasonsOf, verdictWord } from './run-words.ts';

interface StepListProps {
  readonly detail: AgentRunDetail;
  /** The step that the address asks for. */
  readonly step: string | null;
}

/** The steps of a run, oldest first. The chosen one is part of the address. */
export function StepList({ detail, step }: StepListProps) {
  const { row, steps, truncated } = detail;
  const chosen = chosenStep(steps, step);
  return (
    <section className="run-steps" aria-label="Steps">
      <h3>
        Steps
        <span className="faint">
          {truncated ? `the first ${counted(steps.length, 'step')}` : counted(steps.length, 'step')}
        </span>
      </h3>
      {steps.length === 0 ? (
        <Empty icon="runs" title="No step yet">
          Each step appears with the verdict of the kernel, before anything runs.
        </Empty>
      ) : (
        <VirtualList
          label="Steps"
          count={steps.length}
          rowHeight={50}
          active={chosen === null ? -1 : steps.indexOf(chosen)}
          onActive={(index) => {
            const next = steps[index];
            if (next !== undefined) replacePlace('runs', row.runId, { step: `${next.seq}` });
          }}
          onOpen={() => bringToFront('evidence')}
          rowKey={(index) => `${steps[index]?.seq ?? index}`}
          renderRow={(index) => <StepRow step={steps[index]} />}
        />
      )}
    </section>
  );
}

function StepRow({ step }: { readonly step: AgentRunStep | undefined }) {
  if (step === undefined) return null;
  const reasons = reasonsOf(step).join('; ');
  return (
    <div className="run-step">
      <span className="run-step-number faint">{step.step}</span>
      <span className="run-step-what">
        <SignWord sign={step.sign} word={verdictWord(step)} />
        <span className="mono cut">{actionText(step)}</span>
      </span>
      <span className="run-step-figure">{costText(step)}</span>
      <span className="run-step-why cut" title={reasons === '' ? undefined : reasons}>
        {reasons}
      </span>
      <span className="run-step-figure faint small">{leftText(step.after)}</span>
    </div>
  );
}
