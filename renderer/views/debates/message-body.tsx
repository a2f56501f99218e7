import { memo } from 'react';
import type { DebateMessage } from '../../../core/api/index.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { SignWord } from '../../components/sign.tsx';
import { formatRoute } from '../../routes.ts';
import { ruleMeaning } from '../../text/debate-words.ts';

/**
 * The text of a message, formatted once; that of a rejected one is struck, because it never became part of the debate
 * (D5).
 */
export const MessageText = memo(function MessageText({ message }: { readonly message: DebateMessage }) {
  const { content, contentCut, body, accepted } = message;
  const text = content.trim() === '' ? <p className="faint">It has no text.</p> : <AgentText text={content} />;
  return (
    <div className="message-text">
      {accepted ? text : <del className="message-struck">{text}</del>}
      {contentCut && body !== null && (
        <p className="small">
          <a href={formatRoute('ledger', `${body.seq}`)}>The rest of it is in the ledger</a>
        </p>
      )}
    </div>
  );
});

/** Why an output was rejected: each rule with what it means and what was found. */
export function Violations({ message }: { readonly message: DebateMessage }) {
  if (message.accepted) return null;
  return (
    <section className="violations" aria-label="Why it was rejected">
      <p>
        <SignWord sign="failed" word="rejected by the Muḥāsabah gate" />
        <span className="quiet"> It never became part of the debate.</span>
      </p>
      <ul>
        {message.violations.map(({ rule, detail }) => (
          <li key={`${rule} ${detail}`}>
            <code className="rule-code">{rule}</code>
            <span>
              {ruleMeaning(rule) ?? detail}
              {ruleMeaning(rule) !== null && detail !== '' && <span className="faint"> {detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The questions a message leaves open, as a list; nothing when there are none. */
export function OpenQuestions({ questions }: { readonly questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <section className="open-questions" aria-label="Open questions">
      <p className="faint small">Open questions</p>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  );
}
