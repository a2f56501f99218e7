import { formatRoute } from '../routes.ts';
import { Time } from './time.tsx';

interface HistoryItem {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly summary: string;
}

/** What happened, oldest first; each line leads to its event. */
export function History({ items }: { readonly items: readonly HistoryItem[] }) {
  return (
    <ol className="history">
      {items.map((item) => (
        <li key={item.seq}>
          <div>
            <p>{item.summary}</p>
            <p className="history-facts">
              <a className="mono" href={formatRoute('ledger', `${item.seq}`)}>
                #{item.seq} {item.type}
              </a>
              <Time at={item.at} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
