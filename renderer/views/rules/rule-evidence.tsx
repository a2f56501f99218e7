import type { RuleMark, RulePage } from '../../../core/api/index.ts';
import { Block } from '../../components/facts.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';

const kinds = {
  'false-alarm': { sign: 'inconclusive', word: 'false alarm' },
  accepted: { sign: 'verified', word: 'risk accepted' },
  refused: { sign: 'failed', word: 'risk refused' },
} as const satisfies Record<RuleMark['kind'], unknown>;

/** What people said about the findings of this rule, newest first. */
export function RuleEvidence({ page: { marks } }: { readonly page: RulePage }) {
  return (
    <div className="blocks">
      <Block title="What people said">
        {marks.length === 0 ? (
          <p className="faint">Nobody has marked a finding of this rule.</p>
        ) : (
          <ul className="rule-marks">
            {marks.map((mark) => (
              <li key={`${mark.kind} ${mark.taskId} ${mark.agentId} ${mark.findingId}`}>
                <p>
                  <SignWord sign={kinds[mark.kind].sign} word={kinds[mark.kind].word} /> by {mark.by}{' '}
                  <Time at={mark.at} />
                </p>
                {mark.reason !== null && <p className="quiet">{mark.reason}</p>}
                <p className="small">
                  <a
                    className="mono"
                    href={formatRoute('work', mark.taskId, { agent: mark.agentId, finding: mark.findingId })}
                  >
                    {mark.line === null ? mark.file : `${mark.file}:${mark.line}`}
                  </a>{' '}
                  {mark.message}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Block>
    </div>
  );
}
