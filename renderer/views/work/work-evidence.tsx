import { lazy, Suspense, useState } from 'react';
import type { WorkDetail } from '../../../core/api/index.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Block, Facts } from '../../components/facts.tsx';
import { History } from '../../components/history.tsx';
import { Digest } from '../../components/identifier.tsx';
import { Terminal } from '../../components/terminal.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { counted, duration, size } from '../../text/words.ts';

const Dialog = lazy(async () => ({ default: (await import('../../components/dialog.tsx')).Dialog }));

/** What stands behind a task: the agent's words, the contract, measured facts, and every event. */
export function WorkEvidence({ detail }: { readonly detail: WorkDetail }) {
  const { row, claim, facts, asked, history } = detail;
  return (
    <div className="blocks">
      {asked.length > 0 && <AskedOfPerson asked={asked} />}
      <Block title="What the agent said" aside={claim !== null && <Time at={claim.at} />}>
        {claim === null || claim.text === '' ? (
          <p className="faint">{claim === null ? 'No report yet.' : 'The report has no text.'}</p>
        ) : (
          <div className="clip">
            <AgentText text={claim.text} />
          </div>
        )}
      </Block>
      <Contract contract={detail.contract} />
      {facts.length > 0 && (
        <Block title="Measured">
          <Facts rows={facts.map((fact) => [fact.label, fact.value] as const)} />
        </Block>
      )}
      <Checks detail={detail} />
      <Block
        title="History"
        aside={<a href={formatRoute('ledger', null, { subject: `task:${row.taskId}` })}>All its events</a>}
      >
        <History items={history} />
      </Block>
    </div>
  );
}

function AskedOfPerson({ asked }: Pick<WorkDetail, 'asked'>) {
  return (
    <Block title="Asked of a person">
      <ul>
        {asked.map(({ gateId, title }) => (
          <li key={gateId}>
            <a href={formatRoute('gates', gateId)}>{title}</a>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Checks({ detail }: { readonly detail: WorkDetail }) {
  const { sandbox, verification, score } = detail;
  return (
    <Block title="Checks">
      <Facts
        rows={[
          ['Sandbox', sandbox === null ? 'none' : sandbox.provider],
          [
            'Policy',
            sandbox === null ? '–' : <Digest key="policy" digest={sandbox.policyDigest} what="policy digest" />,
          ],
          ...(verification === null
            ? []
            : [
                ['Dimensions', `${verification.policy}, ${counted(verification.found, 'finding')}`] as const,
                [
                  'Their rules',
                  <Digest key="rules" digest={verification.policyDigest} what="digest of the rules" />,
                ] as const,
              ]),
          ['Score', score === null ? 'not scored' : score.why],
        ]}
      />
    </Block>
  );
}

function Contract({ contract }: { readonly contract: WorkDetail['contract'] }) {
  const [promptOpen, setPromptOpen] = useState(false);
  const { prompt } = contract;
  return (
    <Block title="Contract" aside={<Digest digest={contract.digest} what="contract digest" />}>
      <details className="objective">
        <summary>{firstLine(contract.objective)}</summary>
        <p>{contract.objective}</p>
      </details>
      <Facts
        rows={[
          ['Criteria', <Lines key="criteria" lines={contract.criteria} />],
          ['Must exist', <Lines key="files" lines={contract.requiredFiles} code />],
          ['Tests', contract.runTests === null ? 'none' : <code key="tests">{contract.runTests}</code>],
          ['Shell', contract.shell ? 'allowed, a person approved it' : 'not allowed'],
          ['Time limit', duration(contract.timeoutSeconds * 1000)],
          ['Lint', contract.lint ? 'asked for' : 'not asked for'],
          ['Dimensions', contract.policy === null ? 'not asked for' : contract.policy],
        ]}
      />
      {prompt !== null && (
        <button type="button" className="text-button" onClick={() => setPromptOpen(true)}>
          Read the prompt ({size(prompt.size)})
        </button>
      )}
      {prompt !== null && promptOpen && (
        <Suspense fallback={null}>
          <Dialog title="The prompt, as it was sent" width="wide" isOpen onClose={() => setPromptOpen(false)}>
            <div className="prompt-box">
              <Terminal reference={prompt} label="Prompt" />
            </div>
          </Dialog>
        </Suspense>
      )}
    </Block>
  );
}

function Lines({ lines, code = false }: { readonly lines: readonly string[]; readonly code?: boolean }) {
  if (lines.length === 0) return <>none</>;
  return (
    <ul className={code ? 'mono' : ''}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
