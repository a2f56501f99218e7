import type { FailedAttempts, JsonText, RunDetail, RunStep } from '../../../../core/api/index.ts';
import { CopyButton } from '../../../components/copy.tsx';
import { Block, Facts } from '../../../components/facts.tsx';
import { History } from '../../../components/history.tsx';
import { SignWord } from '../../../components/sign.tsx';
import { Time } from '../../../components/time.tsx';
import { formatRoute } from '../../../routes.ts';
import type { RunSteps } from '../../../stores/run-steps.ts';
import { count, counted } from '../../../text/words.ts';
import { ChildRuns } from './child-runs.tsx';
import { costText, machineWord, stepSign, tookText, waitedName, waitingRoute } from './machine-words.ts';

interface MachineEvidenceProps {
  readonly detail: RunDetail;
  readonly steps: RunSteps;
  readonly chosen: number;
}

/** What stands behind a step, then behind the whole run. */
export function MachineEvidence({ detail, steps, chosen }: MachineEvidenceProps) {
  const { row, input, output, events, truncated } = detail;
  const step = chosen > row.step ? undefined : steps.step(chosen);
  const all = formatRoute('ledger', null, { subject: `run:${row.executionId}` });
  return (
    <div className="blocks">
      {step ? (
        <FinishedStep step={step} ends={row.status === 'done' && chosen === row.step} />
      ) : (
        <UnfinishedStep detail={detail} chosen={chosen} />
      )}
      <ChildRuns executionId={row.executionId} step={chosen} total={detail.childCount} />
      <Value title="Input of the run" value={input} />
      {output !== null && <Value title="Output of the run" value={output} />}
      <Block title="In the ledger" aside={<a href={all}>All its events</a>}>
        {truncated && <p className="faint small">The newest {counted(events.length, 'event')}</p>}
        <History items={events} />
      </Block>
    </div>
  );
}

function FinishedStep({ step, ends }: { readonly step: RunStep; readonly ends: boolean }) {
  const { sign, word } = stepSign(step);
  return (
    <>
      <Block title={`Step ${count(step.step)}`} aside={<Time at={step.at} />}>
        <Facts
          rows={[
            ['Ended', <SignWord key="sign" sign={sign} word={word} />],
            [
              'State',
              <span key="from" className="mono">
                {step.from}
              </span>,
            ],
            [
              'Then',
              <span key="to" className="mono">
                {ends ? 'the end' : step.to}
              </span>,
            ],
            ['Took', `${tookText(step)} since the step before`],
            ['Calls', count(step.apiCalls)],
            ['Cost', costText(step.cost)],
            [
              'Event',
              <a key="event" className="mono" href={formatRoute('ledger', `${step.seq}`)}>
                #{count(step.seq)}
              </a>,
            ],
          ]}
        />
      </Block>
      {step.error !== null && <Errors title="Error" errors={[step.error]} />}
      <Attempts attempts={step.failedAttempts} />
    </>
  );
}

function UnfinishedStep({ detail, chosen }: { readonly detail: RunDetail; readonly chosen: number }) {
  const { row, failedAttempts } = detail;
  if (chosen <= row.step) {
    return (
      <Block title={`Step ${count(chosen)}`}>
        <p className="faint">No event of this step is here.</p>
      </Block>
    );
  }
  return (
    <>
      <Block title={`Step ${count(chosen)}, not finished`} aside={<Time at={row.changedAt} />}>
        <Facts
          rows={[
            ['Stands', <SignWord key="sign" sign={row.sign} word={machineWord(row)} />],
            [
              'State',
              <span key="state" className="mono">
                {row.state}
              </span>,
            ],
            ...(row.waitingFor === null
              ? []
              : [['Waits for', <WaitedFor key="for" waitingFor={row.waitingFor} gate={detail.gate} />] as const]),
          ]}
        />
      </Block>
      {row.error !== null && <Errors title="Error" errors={[row.error]} />}
      <Attempts attempts={failedAttempts} />
    </>
  );
}

/** The decision, the run or the program that the run waits for: by its name, and as a link where it leads somewhere. */
function WaitedFor({ waitingFor, gate }: { readonly waitingFor: string; readonly gate: RunDetail['gate'] }) {
  const href = waitingRoute(waitingFor);
  const name = waitingFor === `gate:${gate?.gateId}` ? gate?.title : waitedName(waitingFor);
  return href === null ? <span>{name}</span> : <a href={href}>{name}</a>;
}

function Attempts({ attempts }: { readonly attempts: FailedAttempts | null }) {
  if (attempts === null) return null;
  const { count: total, last } = attempts;
  const title = last.length < total ? `The last ${last.length} of ${count(total)} failed attempts` : 'Failed attempts';
  return <Errors title={title} errors={last} />;
}

function Errors({
  title,
  errors,
}: {
  readonly title: string;
  readonly errors: readonly { readonly type: string; readonly message: string }[];
}) {
  return (
    <Block title={title}>
      <ol className="run-reasons">
        {errors.map(({ type, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no other identity than their place
          <li key={index}>
            <span className="mono">{type}</span>: {message}
          </li>
        ))}
      </ol>
    </Block>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: JsonText }) {
  return (
    <Block title={title} aside={<CopyButton text={value.text} what={title.toLowerCase()} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="run-value" tabIndex={0}>
        {value.text}
      </pre>
      {!value.complete && <p className="faint small">{counted(value.characters, 'character')} in all</p>}
    </Block>
  );
}
