import { AgentRecord } from '../../components/agent-record.tsx';
import { Block } from '../../components/facts.tsx';
import { SignMark } from '../../components/sign.tsx';
import { formatRoute } from '../../routes.ts';
import { levelBands, levelMeaning, workWords } from '../../text/state-words.ts';
import { signedScore } from '../../text/words.ts';
import type { AgentHistory } from './use-agent-histories.ts';

const newest = 12;

/** What stands behind a reputation: the counts, the latest tasks, and what each level means. */
export function AgentEvidence({ history }: { readonly history: AgentHistory }) {
  const { summary } = history;
  return (
    <div className="blocks">
      <Block title="Record">
        <AgentRecord summary={summary} />
      </Block>
      <LatestTasks history={history} />
      <Levels own={summary.level} />
    </div>
  );
}

function LatestTasks({ history: { summary, points } }: { readonly history: AgentHistory }) {
  return (
    <Block
      title="Latest tasks"
      aside={
        <a className="small" href={formatRoute('work', null, { agent: summary.agentId })}>
          all of its work
        </a>
      }
    >
      {points.length === 0 ? (
        <p className="faint">None is scored yet.</p>
      ) : (
        <ol className="agent-latest">
          {points
            .slice(-newest)
            .toReversed()
            .map((point) => (
              <li key={point.seq}>
                <SignMark sign={workWords[point.outcome].sign} label={workWords[point.outcome].word} />
                <a
                  className="cut"
                  href={formatRoute('work', point.taskId, { agent: summary.agentId })}
                  title={point.title}
                >
                  {point.title}
                </a>
                <span className="faint">{signedScore(point.score)}</span>
              </li>
            ))}
        </ol>
      )}
    </Block>
  );
}

function Levels({ own }: { readonly own: AgentHistory['summary']['level'] }) {
  return (
    <Block title="What the levels mean">
      <dl className="agent-levels">
        {levelBands.map((band) => (
          <div key={band.level} data-own={band.level === own}>
            <dt>
              {band.level} <span className="faint">{band.above === 0 ? `to ${band.upTo}` : `above ${band.above}`}</span>
            </dt>
            <dd className="quiet">{levelMeaning[band.level]}</dd>
          </div>
        ))}
      </dl>
      <p className="faint small">
        Each scored task moves a reputation to 0.7 of what it was plus 0.3 of the score: +1 verified, −1 hallucinated,
        +0.5 honestly blocked, 0 failed.
      </p>
    </Block>
  );
}
