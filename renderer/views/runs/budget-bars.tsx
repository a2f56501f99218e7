import type { AgentRunDetail } from '../../../core/api/index.ts';
import { count } from '../../text/words.ts';
import { budgetFigures } from './run-figures.ts';

/** What a run used of each budget: figures with their unit, and a bar. A budget that is used up says so in words. */
export function BudgetBars({ detail }: { readonly detail: AgentRunDetail }) {
  return (
    <dl className="run-budgets">
      {budgetFigures(detail).map(({ label, unit, used, total }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span>
              <strong>{count(used)}</strong> of {count(total)} {unit}
              {total > 0 && used === total && <span className="faint">, all used</span>}
            </span>
            <span className="run-bar" aria-hidden="true">
              <span style={{ width: total === 0 ? 0 : `${(100 * used) / total}%` }} data-full={used === total} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
