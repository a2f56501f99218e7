import { useEffect } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, WhenReady } from '../../components/states.tsx';
import { useAllEvents } from '../../stores/all-events.ts';
import { useCalmValue } from '../../stores/calm-value.ts';
import { useFilteredEvents } from '../../stores/filtered-events.ts';
import { askedSeq, filterOf, noFields, useLedgerQueue } from '../../stores/ledger-queue.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { EventEvidence } from './event-evidence.tsx';
import { EventSubject } from './event-subject.tsx';
import { LedgerQueue } from './ledger-queue.tsx';
import './ledger.css';

/** Ledger: every event, its bytes, its place in the tree, and the audit of all of it. */
export default function LedgerView() {
  const fields = useLedgerQueue();
  const { id, parameters } = useRoute((store) => store.route);
  const asked = parameters.subject ?? null;
  useEffect(() => {
    // A link may ask for the events of one subject.
    if (asked !== null) useLedgerQueue.setState({ ...noFields, subject: asked });
  }, [asked]);
  const wantedSeq = askedSeq(fields.text);
  useEffect(() => {
    if (wantedSeq !== null) replacePlace('ledger', `${wantedSeq}`);
  }, [wantedSeq]);
  const calmFields = useCalmValue(fields, 250);
  const filter = filterOf(askedSeq(calmFields.text) === null ? calmFields : { ...calmFields, text: '' });
  const all = useAllEvents();
  const some = useFilteredEvents(filter);
  const events = filter === null ? all : some;
  const seq = id === null || !/^\d{1,15}$/.test(id) ? null : Number(id);
  const newest = events.seqAt(0);
  useEffect(() => {
    if (id === null && newest !== undefined) showFirst('ledger', `${newest}`);
  }, [id, newest]);
  const calmSeq = useCalmValue(seq);
  const event = useQuery('ledger.event', calmSeq === null ? null : { seq: calmSeq });
  return (
    <Panes
      names={{ queue: 'Events', subject: 'Event', evidence: 'Proof' }}
      queue={
        <LedgerQueue
          events={events}
          filtered={filter !== null}
          active={seq === null ? -1 : events.indexOf(seq)}
          onSelect={(chosen) => replacePlace('ledger', `${chosen}`)}
        />
      }
      subject={
        calmSeq === null ? (
          <Empty icon="ledger" title="Choose an event" />
        ) : (
          <WhenReady of={event} label="Reading the event">
            {(detail) => <EventSubject key={detail.row.seq} detail={detail} />}
          </WhenReady>
        )
      }
      evidence={<EventEvidence event={calmSeq === null ? null : event} />}
    />
  );
}
