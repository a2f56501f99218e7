import type { DebateDetail } from '../../../core/api/index.ts';
import { Block, Facts } from '../../components/facts.tsx';
import { Digest, Identifier } from '../../components/identifier.tsx';
import { formatRoute } from '../../routes.ts';
import type { DebateMessages } from '../../stores/debate-messages.ts';
import { roleNames, usageText } from '../../text/debate-words.ts';
import { count } from '../../text/words.ts';
import { ClaimPart } from './claim-part.tsx';
import { PositionsBlock } from './positions-block.tsx';
import './debate-evidence.css';

interface DebateEvidenceProps {
  readonly detail: DebateDetail;
  readonly messages: DebateMessages;
}

/** What stands behind a debate: where the roles stood, the chosen claim with its sanad, and the record. */
export function DebateEvidence({ detail, messages }: DebateEvidenceProps) {
  return (
    <div className="blocks">
      <PositionsBlock rounds={detail.rounds} />
      <ClaimPart debateId={detail.row.debateId} messages={messages} />
      <Utility scores={detail.utility} />
      <Record detail={detail} />
    </div>
  );
}

function Utility({ scores }: { readonly scores: DebateDetail['utility'] }) {
  if (scores.length === 0) return null;
  return (
    <Block title="Calibration">
      <Facts rows={scores.map(({ role, score }) => [roleNames[role], score.toFixed(3)] as const)} />
      <p className="small faint">
        Brier score of a role’s confidence against what the arbiter and people decided: 0 is perfect, 0.25 is a coin, 1
        is always wrong.
      </p>
    </Block>
  );
}

function Record({ detail }: { readonly detail: DebateDetail }) {
  const { row, toolCalls } = detail;
  const event = (seq: number) => (
    <a className="mono" href={formatRoute('ledger', `${seq}`)}>
      #{count(seq)}
    </a>
  );
  return (
    <Block
      title="Record"
      aside={<a href={formatRoute('ledger', null, { subject: `debate:${row.debateId}` })}>All its events</a>}
    >
      <Facts
        rows={[
          ['Deal', <Identifier key="deal" id={detail.dealId} what="deal id" />],
          ['Case', <Digest key="case" digest={detail.caseDigest} what="case digest" />],
          ['Judged as of', detail.asOf],
          ['Holds', `${count(detail.claims)} claims, ${count(detail.documents)} documents`],
          ['Outputs', `${count(row.messages)} accepted, ${count(row.rejected)} rejected`],
          [
            'Tool calls',
            `${count(toolCalls.made)}, ${count(toolCalls.denied)} denied, ${count(toolCalls.failed)} failed`,
          ],
          ...(detail.usage.calls === 0 ? [] : [['Models', usageText(detail.usage)] as const]),
          [
            'Run',
            <Identifier
              key="run"
              id={row.runId}
              what="run id"
              href={formatRoute('runs', row.runId, { kind: 'machine' })}
            />,
          ],
          ['Started', event(detail.startedSeq)],
          ...(detail.stoppedSeq === null ? [] : [['Stopped', event(detail.stoppedSeq)] as const]),
        ]}
      />
    </Block>
  );
}
