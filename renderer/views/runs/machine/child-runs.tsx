import { Block } from '../../../components/facts.tsx';
import { SignMark } from '../../../components/sign.tsx';
import { readyValue } from '../../../stores/loadable.ts';
import { useQuery } from '../../../stores/query.ts';
import { useRunQueue } from '../../../stores/run-queue.ts';
import { count, counted } from '../../../text/words.ts';
import { machineRoute, machineWord } from './machine-words.ts';

const shownChildren = 50;

interface ChildRunsProps {
  readonly executionId: string;
  readonly step: number;
  /** Of the whole run; 0 asks nothing. */
  readonly total: number;
}

/** The runs that a step called or launched; each leads to its own page. */
export function ChildRuns({ executionId, step, total }: ChildRunsProps) {
  const asked = total === 0 ? null : { executionId, step, limit: shownChildren };
  const page = readyValue(useQuery('runs.children', asked));
  if (page === null || page.total === 0) return null;
  const left = page.total - page.rows.length;
  return (
    <Block title="Runs it called or launched" aside={<span className="faint">{counted(page.total, 'run')}</span>}>
      <ul className="child-runs">
        {page.rows.map((row) => (
          <li key={row.executionId}>
            <SignMark sign={row.sign} label={machineWord(row)} />
            <a className="mono cut" href={machineRoute(row.executionId)} title={row.executionId}>
              {row.executionId}
            </a>
            <span className="faint cut">
              {row.machine} · {row.state}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button
          type="button"
          className="text-button"
          onClick={() => useRunQueue.setState({ called: true, kind: 'machine', text: `${executionId}.` })}
        >
          List them all: {count(left)} more
        </button>
      )}
    </Block>
  );
}
