import { useEffect, useMemo, useState } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, Failed, NoEvidence, WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import { readyValue } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { RuleEvidence } from './rule-evidence.tsx';
import { filterRules, type RuleSort } from './rule-order.ts';
import { RuleQueue } from './rule-queue.tsx';
import { RuleSubject } from './rule-subject.tsx';
import './rules.css';

/** The rules of the five dimensions: what each means, how often it spoke here, and what people said to that. */
export default function RulesView() {
  const [text, setText] = useState('');
  const [sort, setSort] = useState<RuleSort>('dimension');
  const chosen = useRoute((store) => store.route.id);
  const answer = useQuery('rules.list', {});
  const rows = readyValue(answer)?.rows ?? null;
  const shown = useMemo(() => (rows === null ? null : filterRules(rows, text, sort)), [rows, text, sort]);
  const first = shown?.[0]?.rule;
  useEffect(() => {
    if (chosen === null && first !== undefined) showFirst('rules', first);
  }, [chosen, first]);
  const calmRule = useCalmValue(chosen);
  const page = useQuery('rules.get', calmRule === null ? null : { rule: calmRule });
  if (answer.state === 'failed') return <Failed problem={answer.problem} />;
  return (
    <Panes
      names={{ queue: 'Rules', subject: 'Rule', evidence: 'Evidence' }}
      queue={
        <RuleQueue
          rules={shown}
          total={rows?.length ?? 0}
          selected={chosen}
          text={text}
          sort={sort}
          onText={setText}
          onSort={setSort}
          onSelect={(rule) => replacePlace('rules', rule)}
        />
      }
      subject={
        calmRule === null ? (
          <Empty icon="work" title="Choose a rule" />
        ) : (
          <WhenReady of={page} label="Reading the rule">
            {(value) => <RuleSubject page={value} />}
          </WhenReady>
        )
      }
      evidence={
        calmRule === null ? (
          <NoEvidence of="a rule" />
        ) : (
          <WhenReady of={page} label="Reading the rule" beside>
            {(value) => <RuleEvidence page={value} />}
          </WhenReady>
        )
      }
    />
  );
}
