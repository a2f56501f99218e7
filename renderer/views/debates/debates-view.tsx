import { useEffect, useMemo } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, NoEvidence, Skeleton, WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import { useDebateMessages } from '../../stores/debate-messages.ts';
import { useDebatesView } from '../../stores/debates-view.ts';
import { bringToFront } from '../../stores/layout.ts';
import { readyValue } from '../../stores/loadable.ts';
import { usePagedRows } from '../../stores/paged-rows.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { DebateEvidence } from './debate-evidence.tsx';
import { orderDebates } from './debate-order.ts';
import { type DebatePlace, DebatePlaceProvider } from './debate-place.tsx';
import { DebateQueue } from './debate-queue.tsx';
import { DebateSubject } from './debate-subject.tsx';
import './debates.css';

/** Rows that are read at once; the rest comes while the list is scrolled. */
const eagerRows = 500;

/** Debates: what the roles said about a case, what was rejected, where they stood and what their claims rest on. */
export default function DebatesView() {
  const { text, status, group, sort } = useDebatesView();
  const { id, parameters } = useRoute((store) => store.route);
  const calmText = useCalmValue(text.trim(), 200);
  const filter = {
    ...(calmText === '' ? {} : { text: calmText }),
    ...(status === 'any' ? {} : { status }),
  };
  const paged = usePagedRows('debates.list', filter, eagerRows);
  const items = useMemo(() => orderDebates(paged.rows, group, sort), [paged.rows, group, sort]);
  const first = items.find((item) => item.kind === 'debate');
  useEffect(() => {
    if (id === null && first?.kind === 'debate') showFirst('debates', first.row.debateId);
  }, [id, first]);
  const debateId = useCalmValue(id);
  const debate = useQuery('debates.get', debateId === null ? null : { debateId });
  const row = readyValue(debate)?.row ?? null;
  const messages = useDebateMessages(
    debateId,
    row === null ? null : `${row.changedAt} ${row.messages} ${row.rejected} ${row.status}`,
  );
  const place = usePlace(id, parameters);
  return (
    <DebatePlaceProvider value={place}>
      <Panes
        names={{ queue: 'Debates', subject: 'Debate', evidence: 'Evidence' }}
        queue={
          <DebateQueue
            paged={paged}
            items={items}
            selected={id}
            onSelect={(chosen) => replacePlace('debates', chosen)}
          />
        }
        subject={
          debateId === null ? (
            paged.state === 'loading' ? (
              <Skeleton label="Reading the debates" />
            ) : (
              <Empty icon="debates" title={items.length === 0 ? 'No debate to show' : 'Choose a debate'} />
            )
          ) : (
            <WhenReady of={debate} label="Reading the debate">
              {(detail) => <DebateSubject key={detail.row.debateId} detail={detail} messages={messages} />}
            </WhenReady>
          )
        }
        evidence={
          debateId === null ? (
            <NoEvidence of="a debate" />
          ) : (
            <WhenReady of={debate} label="Reading the evidence" beside>
              {(detail) => <DebateEvidence key={detail.row.debateId} detail={detail} messages={messages} />}
            </WhenReady>
          )
        }
      />
    </DebatePlaceProvider>
  );
}

/** The message and the claim that the address names, and the ways to change them. */
function usePlace(id: string | null, parameters: Readonly<Record<string, string>>): DebatePlace {
  return useMemo(() => {
    const seq = Number(parameters.message);
    const go = (change: Record<string, string>) => replacePlace('debates', id, { ...parameters, ...change });
    return {
      message: parameters.message !== undefined && Number.isSafeInteger(seq) ? seq : null,
      claim: parameters.claim ?? null,
      chooseMessage: (message) => {
        go({ message: `${message}` });
        bringToFront('subject');
        // The card scrolls itself into view when it becomes the current one, not when it already is.
        document.getElementById(`message-${message}`)?.scrollIntoView({ block: 'start' });
      },
      chooseClaim: (claim) => {
        go({ claim });
        bringToFront('evidence');
      },
    };
  }, [id, parameters]);
}
