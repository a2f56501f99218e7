import type { RulePage } from '../../../core/api/index.ts';
import { Facts } from '../../components/facts.tsx';
import { Identifier } from '../../components/identifier.tsx';
import { SignWord } from '../../components/sign.tsx';
import { formatRoute } from '../../routes.ts';
import { checkNames, severitySigns } from '../../text/state-words.ts';
import { counted } from '../../text/words.ts';
import '../../components/subject.css';

/** One rule: what it means, an example, why it is a rule, and where it comes from. */
export function RuleSubject({ page }: { readonly page: RulePage }) {
  const { row, meaning, example, why, setting, source } = page;
  return (
    <article className="rule-page" aria-labelledby="subject-start">
      <header>
        <h2 className="work-title" id="subject-start" tabIndex={-1}>
          {row.title}
        </h2>
        <p className="subject-facts">
          <Identifier id={row.rule} what="rule" href={formatRoute('rules', row.rule)} />
          <SignWord sign={severitySigns[row.severity]} word={row.severity} />
          <span>{row.dimension === null ? 'any dimension' : checkNames[row.dimension]}</span>
        </p>
      </header>
      <section>
        <h3>What it means</h3>
        <p>{meaning}</p>
      </section>
      <section>
        <h3>Example</h3>
        <div className="rule-examples">
          <figure>
            <figcaption>
              <SignWord sign="failed" word="speaks" />
            </figcaption>
            <pre>
              <code>{example.bad}</code>
            </pre>
          </figure>
          <figure>
            <figcaption>
              <SignWord sign="verified" word="is silent" />
            </figcaption>
            <pre>
              <code>{example.good}</code>
            </pre>
          </figure>
        </div>
      </section>
      <section>
        <h3>Why</h3>
        <p>{why}</p>
      </section>
      <Facts
        rows={[
          ['Set by', setting === null ? 'no setting: it always holds' : <code key="setting">{setting}</code>],
          ['Source', source],
          ['In this ledger', row.found === 0 ? 'no finding' : counted(row.found, 'finding')],
          ['False alarms', row.falseAlarms === 0 ? 'none' : `${row.falseAlarms} of ${counted(row.found, 'finding')}`],
          ['Accepted risks', row.acceptedRisks === 0 ? 'none' : `${row.acceptedRisks}`],
        ]}
      />
    </article>
  );
}
