import type { ClaimDetail, EvidenceView } from '../../../core/api/index.ts';
import { Block, Facts } from '../../components/facts.tsx';
import { Grade } from '../../components/grade.tsx';
import { Digest, Identifier } from '../../components/identifier.tsx';
import { SignWord } from '../../components/sign.tsx';
import { formatRoute } from '../../routes.ts';
import {
  corroborationNames,
  cureName,
  defectMeaning,
  defectStatusWords,
  gradeMeaning,
  severityWords,
  spelled,
  verdictWords,
} from '../../text/debate-words.ts';
import { count, counted } from '../../text/words.ts';

/** What a claim says and why it has its grade and verdict. */
export function ClaimBlock({ detail }: { readonly detail: ClaimDetail }) {
  const { chip, why } = detail;
  return (
    <section className="block claim" aria-label="What the claim says">
      <blockquote className="claim-text">{detail.text}</blockquote>
      <p className="claim-standing">
        <Grade grade={chip.grade} />
        <SignWord {...verdictWords[chip.verdict]} />
        {chip.material && <span className="claim-material">material</span>}
      </p>
      <Facts
        rows={[
          ['Claim', <Identifier key="id" id={chip.claimId} what="claim id" />],
          ['Grade', `${chip.grade}, ${gradeMeaning[chip.grade]}`],
          ['Chains', corroborationNames[chip.corroboration]],
          ...(detail.value === null ? [] : [['Value', detail.value] as const]),
          ['Class', spelled(detail.claimClass)],
          [
            'Stated by',
            [detail.statedBy ?? 'not said', ...(detail.statedOn === null ? [] : [detail.statedOn])].join(', '),
          ],
        ]}
      />
      {why.length > 0 && (
        <ul className="claim-why quiet" aria-label="Why this grade and verdict">
          {why.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is wrong with a claim, and what would cure it. */
export function DefectsBlock({ defects }: { readonly defects: ClaimDetail['defects'] }) {
  if (defects.length === 0) return null;
  return (
    <Block title="Defects" aside={<span className="faint">{counted(defects.length, 'defect')}</span>}>
      <ul className="defects">
        {defects.map((defect) => (
          <li key={defect.defectId}>
            <p className="challenge-head">
              <SignWord {...defectStatusWords[defect.status]} />
              <code className="rule-code">{defect.type}</code>
              <span className="small">{severityWords[defect.severity].word}</span>
              {defect.seq !== null && (
                <a className="mono small" href={formatRoute('ledger', `${defect.seq}`)}>
                  #{count(defect.seq)}
                </a>
              )}
            </p>
            {defectMeaning(defect.type) !== null && <p className="quiet">{defectMeaning(defect.type)}</p>}
            <p>{defect.description}</p>
            <p className="small">
              <span className="faint">cure</span> {cureName(defect.cure)}
            </p>
            {defect.closedBy !== null && (
              <p className="small quiet">
                {defectStatusWords[defect.status].word} by {defect.closedBy}
                {defect.closedReason !== null && `: ${defect.closedReason}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** What the documents say, each at its place. */
export function EvidenceBlock({ evidence }: { readonly evidence: readonly EvidenceView[] }) {
  return (
    <Block title="Evidence" aside={<span className="faint">{counted(evidence.length, 'span')}</span>}>
      {evidence.length === 0 ? (
        <p className="faint">The claim names no evidence.</p>
      ) : (
        <ul className="evidence-spans">
          {evidence.map((item) => (
            <li key={item.evidenceId}>
              <blockquote>{item.text}</blockquote>
              <p className="evidence-source">
                <Grade grade={item.grade} />
                <span>
                  {item.documentTitle}, {item.place}
                  <span className="faint">
                    {' '}
                    {spelled(item.documentKind)}
                    {item.published !== null && `, ${item.published}`}
                  </span>
                </span>
              </p>
              {item.value !== null && <p className="small quiet">read as {item.value}</p>}
              <Identifier id={item.evidenceId} what="evidence id" />
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

interface CalculationBlockProps {
  readonly calculation: NonNullable<ClaimDetail['calculation']>;
  readonly onClaim: (claimId: string) => void;
}

/** The calculation whose output the claim states: what goes in, and whether the same comes out again. */
export function CalculationBlock({ calculation, onClaim }: CalculationBlockProps) {
  const { type, formula, formulaHash, codeVersion, inputs, stated, computed, agrees } = calculation;
  return (
    <Block title="Calculation" aside={<Digest digest={formulaHash} what="formula hash" />}>
      <p className="calculation-formula">
        <code>{formula}</code>
      </p>
      <Facts
        rows={[
          ['Kind', `${spelled(type)}, code ${codeVersion}`],
          ['Stated', stated],
          ['Computed', computed ?? 'could not be computed'],
          [
            'Verdict',
            <SignWord
              key="verdict"
              sign={computed === null ? 'inconclusive' : agrees ? 'verified' : 'failed'}
              word={computed === null ? 'not checked' : agrees ? 'the same' : 'not the same'}
            />,
          ],
        ]}
      />
      <ul className="calculation-inputs">
        {inputs.map((input) => (
          <li key={input.name}>
            <Grade grade={input.grade} />
            <code>{input.name}</code>
            <span>{input.value}</span>
            <button type="button" className="text-button cut" title={input.text} onClick={() => onClaim(input.claimId)}>
              {input.text}
            </button>
          </li>
        ))}
      </ul>
    </Block>
  );
}
