import type { DebateToolCall } from '../../../core/api/index.ts';
import { Digest } from '../../components/identifier.tsx';
import { SignWord } from '../../components/sign.tsx';
import { formatRoute } from '../../routes.ts';
import { toolCallWords } from '../../text/debate-words.ts';
import { count, counted, listed } from '../../text/words.ts';

/** The tools that a message used, folded, with the verdict on each call (D6). */
export function ToolCalls({ calls, open }: { readonly calls: readonly DebateToolCall[]; readonly open: boolean }) {
  if (calls.length === 0) return null;
  return (
    <details className="tool-calls" open={open || undefined}>
      <summary>{toolSummary(calls)}</summary>
      <ul>
        {calls.map((call) => (
          <li key={call.seq}>
            <div className="tool-call-head">
              <SignWord {...toolCallWords[call.status]} />
              <span className="mono">{call.tool}</span>
              {call.resultHash !== null && <Digest digest={call.resultHash} what="digest of the result" />}
              <a className="mono" href={formatRoute('ledger', `${call.seq}`)}>
                #{count(call.seq)}
              </a>
            </div>
            {call.reason !== null && <p className="tool-call-reason">{call.reason}</p>}
            <pre className="tool-call-arguments">{call.arguments}</pre>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `3 tool calls: 2 succeeded and 1 denied`. */
export function toolSummary(calls: readonly Pick<DebateToolCall, 'status'>[]): string {
  const parts = (['SUCCESS', 'DENIED', 'ERROR'] as const).flatMap((status) => {
    const number = calls.filter((call) => call.status === status).length;
    return number === 0 ? [] : [`${count(number)} ${toolCallWords[status].word}`];
  });
  return `${counted(calls.length, 'tool call')}: ${listed(parts)}`;
}
