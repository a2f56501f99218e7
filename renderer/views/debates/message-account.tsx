import type { ReactNode } from 'react';
import type { DebateAccount } from '../../../core/api/index.ts';
import { confidenceText } from '../../text/debate-words.ts';
import { counted } from '../../text/words.ts';

/** The accounting that a statement gives of itself (Muḥāsabah): its confidence in sight, the rest one press away. */
export function MessageAccount({ account, open }: { readonly account: DebateAccount; readonly open: boolean }) {
  const { confidence, falsifiers, uncertainties, counterHypothesis, failureModes } = account;
  return (
    <details className="account" open={open || undefined}>
      <summary>
        <ConfidenceBar confidence={confidence} />
        <span>{counted(falsifiers.length, 'falsifier')}</span>
        <span>{counted(uncertainties.length, 'uncertainty', 'uncertainties')}</span>
        <span>{counterHypothesis === null ? 'no counter-hypothesis' : 'counter-hypothesis'}</span>
      </summary>
      <dl className="account-parts">
        <Part title="Why this confidence">{account.confidenceWhy}</Part>
        <Part title="Evidence">{account.evidenceSummary}</Part>
        <Part title="What else could explain it">{counterHypothesis}</Part>
        {falsifiers.length > 0 && <Falsifiers falsifiers={falsifiers} />}
        {uncertainties.length > 0 && (
          <Part title="What it does not know">
            <ul>
              {uncertainties.map(({ uncertainty, impact, mitigation }) => (
                <li key={`${uncertainty} ${impact}`}>
                  {uncertainty}
                  <Aside label="impact" text={impact} />
                  <Aside label="mitigation" text={mitigation} />
                </li>
              ))}
            </ul>
          </Part>
        )}
        {failureModes.length > 0 && (
          <Part title="How it could fail">
            <ul>
              {failureModes.map((mode) => (
                <li key={mode}>{mode}</li>
              ))}
            </ul>
          </Part>
        )}
      </dl>
    </details>
  );
}

function Falsifiers({ falsifiers }: Pick<DebateAccount, 'falsifiers'>) {
  return (
    <Part title="What would prove it wrong">
      <ul>
        {falsifiers.map(({ test, evidence, rule }) => (
          <li key={`${test} ${rule}`}>
            {test}
            <Aside label="needs" text={evidence} />
            <Aside label="rule" text={rule} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Aside({ label, text }: { readonly label: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <span className="account-aside">
      <span className="faint">{label}</span> {text}
    </span>
  );
}

/** A confidence as a bar with its figure; the mark at 0.50 is where a falsifier becomes a duty (D3). */
export function ConfidenceBar({ confidence }: { readonly confidence: number }) {
  return (
    <span className="confidence" title="Confidence, from 0 to 1. Above 0.50 a falsifier is required.">
      <span className="faint">confidence</span>
      <span className="confidence-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(1, Math.max(0, confidence)) * 100}%` }} />
      </span>
      <strong>{confidenceText(confidence)}</strong>
    </span>
  );
}
