import type { DebateDetail } from '../../../core/api/index.ts';
import { Identifier } from '../../components/identifier.tsx';
import { RoleGlyph } from '../../components/role-glyph.tsx';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { confidenceText, debateSentence, debateWord, roleNames, thinkerNames } from '../../text/debate-words.ts';
import { DebateJob } from './debate-job.tsx';
import '../../components/subject.css';

/** What is debated, how it stands, and the dissent that is kept. */
export function DebateHead({ detail }: { readonly detail: DebateDetail }) {
  const { row, thesis, stopDetail, dissent } = detail;
  return (
    <header className="debate-head">
      <h2 id="subject-start" tabIndex={-1}>
        {row.title}
      </h2>
      <p className="subject-facts">
        <Identifier id={row.debateId} what="debate id" href={formatRoute('debates', row.debateId)} />
        <a href={formatRoute('runs', row.runId, { kind: 'machine' })}>its run</a>
        {detail.replayOf === null ? (
          <span>{thinkerNames[row.agents]}</span>
        ) : (
          <a href={formatRoute('debates', detail.replayOf)}>{thinkerNames[row.agents]}</a>
        )}
        <span>
          started <Time at={row.startedAt} />
        </span>
        {row.waitingGateId !== null && (
          <a className="subject-waiting" href={formatRoute('gates', row.waitingGateId)} data-sign="pending">
            <SignMark sign="pending" /> Decide what it waits for
          </a>
        )}
      </p>
      {thesis !== null && (
        <p className="debate-thesis">
          <span className="faint">Thesis</span> {thesis}
        </p>
      )}
      <p className="subject-ending">
        <SignWord sign={row.sign} word={debateWord(row)} />
        <span>
          {debateSentence(row)}
          {stopDetail !== null && <span className="quiet"> {stopDetail}</span>}
        </span>
      </p>
      <DebateJob row={row} />
      {dissent.length > 0 && <Dissent dissent={dissent} />}
    </header>
  );
}

function Dissent({ dissent }: Pick<DebateDetail, 'dissent'>) {
  return (
    <section className="debate-dissent" aria-label="Dissent that is kept">
      <h3 className="small">Dissent that is kept</h3>
      <ul>
        {dissent.map((one) => (
          <li key={`${one.role} ${one.round}`}>
            <RoleGlyph role={one.role} />
            <span>
              <strong>{roleNames[one.role]}</strong>
              <span className="faint"> {confidenceText(one.confidence)} </span>
              {one.position}
              {one.reason !== '' && <span className="quiet"> {one.reason}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
