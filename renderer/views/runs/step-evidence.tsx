import type { AgentRunDetail, AgentRunStep, BodyReference } from '../../../core/api/index.ts';
import { Block, Facts } from '../../components/facts.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Terminal } from '../../components/terminal.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { count, counted } from '../../text/words.ts';
import { costText, stateFields } from './run-figures.ts';
import { actionText, reasonsOf, verdictWord } from './run-words.ts';

interface StepEvidenceProps {
  readonly detail: AgentRunDetail;
  readonly step: AgentRunStep | null;
}

/** What stands behind a step: why, the state before and after, what was asked and answered, and its events. */
export function StepEvidence({ detail, step }: StepEvidenceProps) {
  if (step === null) return <p className="state-aside faint">This run has no step yet.</p>;
  const reasons = reasonsOf(step);
  const tool = detail.tools.find((known) => known.name === step.toolName);
  return (
    <div className="blocks" key={step.seq}>
      <Block title={`Step ${step.step}`} aside={<Time at={step.at} />}>
        <Facts
          rows={[
            ['Verdict', <SignWord key="verdict" sign={step.sign} word={verdictWord(step)} />],
            ['Action', actionText(step)],
            ['Paid', costText(step)],
            ...(tool === undefined ? [] : [['Tool needs', needsText(tool)] as const]),
          ]}
        />
      </Block>
      {reasons.length > 0 && (
        <Block title={step.verdict === 'refused' ? 'Why it was refused' : 'Why it failed'}>
          <ul className="run-reasons">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Block>
      )}
      <Block title="State before and after">
        <StateTable step={step} />
      </Block>
      <Body title="Query" reference={step.query} />
      <Body title={step.cut ? 'Observation, cut to its bounds' : 'Observation'} reference={step.observation} />
      <Block
        title="In the ledger"
        aside={<a href={formatRoute('ledger', null, { subject: `agent_run:${detail.row.runId}` })}>All its events</a>}
      >
        <p className="run-events">
          <a className="mono" href={formatRoute('ledger', `${step.seq}`)}>
            #{count(step.seq)} verdict
          </a>
          {step.observation !== null && (
            <a className="mono" href={formatRoute('ledger', `${step.observation.seq}`)}>
              #{count(step.observation.seq)} return
            </a>
          )}
        </p>
      </Block>
    </div>
  );
}

const accessWords = ['', 'to read files', 'to write files'] as const;

function needsText(tool: AgentRunDetail['tools'][number]): string {
  const access = accessWords[tool.requiredAccess] ?? '';
  return [
    counted(tool.tokenCost, 'token'),
    `${count(tool.timeCost)} s`,
    ...(access === '' ? [] : [access]),
    ...(tool.requiresExecute ? ['to execute code'] : []),
  ].join(', ');
}

function StateTable({ step }: { readonly step: AgentRunStep }) {
  return (
    <table className="run-state">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {stateFields(step).map(({ label, before, after, changed }) => (
          <tr key={label} data-changed={changed}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>
              {after}
              {changed && <span className="run-changed small">changed</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Body({ title, reference }: { readonly title: string; readonly reference: BodyReference | null }) {
  if (reference === null) return null;
  return (
    <Block title={title}>
      <div className="run-body">
        <Terminal reference={reference} label={title} />
      </div>
    </Block>
  );
}
