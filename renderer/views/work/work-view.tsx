import { useEffect } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, NoEvidence, Skeleton, WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import { usePagedRows } from '../../stores/paged-rows.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { useWorkQueue } from '../../stores/work-queue.ts';
import { WorkEvidence } from './work-evidence.tsx';
import { WorkQueue } from './work-queue.tsx';
import { WorkSubject } from './work-subject.tsx';
import './work.css';

/** Rows that are read at once; the rest comes while the list is scrolled. */
const eagerRows = 500;

/** Work: the contracts, what was claimed, what the gates found, and the change itself. */
export default function WorkView() {
  const { text, outcome, agentId } = useWorkQueue();
  const { id, parameters } = useRoute((store) => store.route);
  const chosenAgent = parameters.agent ?? null;
  const calmText = useCalmValue(text.trim(), 200);
  const filter = {
    ...(calmText === '' ? {} : { text: calmText }),
    ...(outcome === 'any' ? {} : { outcome }),
    ...(agentId === null ? {} : { agentId }),
  };
  const paged = usePagedRows('work.list', filter, eagerRows);
  const active = paged.rows.findIndex(
    (row) => row.taskId === id && (chosenAgent === null || row.agentId === chosenAgent),
  );
  const first = paged.rows[0];
  useEffect(() => {
    if (id === null && first !== undefined) showFirst('work', first.taskId, { agent: first.agentId });
  }, [id, first]);
  const place = useCalmValue(id === null ? null : JSON.stringify([id, chosenAgent]));
  const [taskId, agent] = place === null ? [null, null] : (JSON.parse(place) as [string, string | null]);
  const work = useQuery('work.get', taskId === null ? null : { taskId, ...(agent === null ? {} : { agentId: agent }) });
  return (
    <Panes
      names={{ queue: 'Work', subject: 'Task', evidence: 'Evidence' }}
      queue={
        <WorkQueue
          paged={paged}
          active={active}
          onSelect={(row) => replacePlace('work', row.taskId, { agent: row.agentId })}
        />
      }
      subject={
        taskId === null ? (
          paged.state === 'loading' ? (
            <Skeleton label="Reading the work" />
          ) : (
            <Empty icon="work" title={first === undefined ? 'No work to show' : 'Choose a task'} />
          )
        ) : (
          <WhenReady of={work} label="Reading the task">
            {(detail) => (
              <WorkSubject
                key={`${detail.row.agentId} ${detail.row.taskId} ${parameters.finding ?? ''}`}
                detail={detail}
                findingId={parameters.finding ?? null}
              />
            )}
          </WhenReady>
        )
      }
      evidence={
        taskId === null ? (
          <NoEvidence of="a task" />
        ) : (
          <WhenReady of={work} label="Reading the evidence" beside>
            {(detail) => <WorkEvidence detail={detail} />}
          </WhenReady>
        )
      }
    />
  );
}
