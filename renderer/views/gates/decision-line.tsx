import { IconButton } from '../../components/button.tsx';
import { SignWord } from '../../components/sign.tsx';
import { askingRun, formatRoute } from '../../routes.ts';
import { putAwayLast, useDecision } from '../../stores/decision.ts';
import { count } from '../../text/words.ts';

/** One line about the decision that was made last: what became of it and where it stands in the ledger. */
export function DecisionLine() {
  const last = useDecision((store) => store.last);
  if (last === null) return null;
  const { row, seq } = last;
  const run = askingRun(row.requester);
  return (
    <p className="decision-line" role="status" aria-label="Last decision">
      <SignWord sign={row.sign} word={row.state} />
      <a className="cut" href={formatRoute('gates', row.gateId)}>
        {row.title}
      </a>
      <span className="faint">
        signed{row.decidedBy === null ? '' : ` by ${row.decidedBy}`}, in the ledger as{' '}
        <a href={formatRoute('ledger', `${seq}`)}>event {count(seq)}</a>
        {run !== null && (
          <>
            , and <a href={run.route}>its run</a> goes on
          </>
        )}
      </span>
      <IconButton icon="close" label="Put this line away" onClick={putAwayLast} />
    </p>
  );
}
