import type { RuleRow } from '../../../core/api/index.ts';
import { Choice } from '../../components/field.tsx';
import { Queue } from '../../components/queue.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty } from '../../components/states.tsx';
import { severitySigns } from '../../text/state-words.ts';
import { counted } from '../../text/words.ts';
import type { RuleSort } from './rule-order.ts';

interface RuleQueueProps {
  /** Null while they are being read. */
  readonly rules: readonly RuleRow[] | null;
  readonly total: number;
  readonly selected: string | null;
  readonly text: string;
  readonly sort: RuleSort;
  readonly onText: (text: string) => void;
  readonly onSort: (sort: RuleSort) => void;
  readonly onSelect: (rule: string) => void;
}

/** Every rule with how often it spoke and how often it was wrong. */
export function RuleQueue({ rules, total, selected, text, sort, onText, onSort, onSelect }: RuleQueueProps) {
  const rows = rules ?? [];
  const active = rows.findIndex((row) => row.rule === selected);
  const onActive = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onSelect(row.rule);
  };
  return (
    <Queue
      title="Rules"
      summary={rules === null ? '' : counted(total, 'rule')}
      search={text}
      onSearch={onText}
      searchLabel="Filter rules"
      active={[]}
      filters={
        <Choice
          label="Sort"
          value={sort}
          choices={[
            ['dimension', 'By dimension'],
            ['found', 'Most findings'],
            ['falseAlarms', 'Most false alarms'],
          ]}
          onChange={onSort}
        />
      }
      list={{
        label: 'Rules',
        reading: rules === null ? 'Reading the rules' : null,
        problem: null,
        count: rows.length,
        rowHeight: 46,
        active,
        onActive,
        rowKey: (index) => rows[index]?.rule ?? `${index}`,
        renderRow: (index) => <RuleItem row={rows[index]} />,
        empty: <Empty icon="filter" title="No rule fits the filter" />,
      }}
    />
  );
}

function RuleItem({ row }: { readonly row: RuleRow | undefined }) {
  if (row === undefined) return null;
  const { rule, title, severity, found, falseAlarms } = row;
  const alarms = falseAlarms === 0 ? '' : `, ${counted(falseAlarms, 'false alarm')}`;
  return (
    <div className="queue-row">
      <SignMark sign={severitySigns[severity]} label={severity} />
      <span className="queue-row-title cut" title={title}>
        {title}
      </span>
      <span className="queue-row-facts">
        <span className="cut mono">{rule}</span>
        <span>{found === 0 ? 'silent' : `${counted(found, 'finding')}${alarms}`}</span>
      </span>
    </div>
  );
}
