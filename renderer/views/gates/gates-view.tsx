import { useEffect, useMemo } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, NoEvidence, Skeleton, WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import { useGateQueue } from '../../stores/gate-queue.ts';
import { usePagedRows } from '../../stores/paged-rows.ts';
import { useQuery } from '../../stores/query.ts';
import { currentRoute, replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { Briefing } from './briefing.tsx';
import { GateEvidence } from './gate-evidence.tsx';
import { isAtGate, nextWaiting, orderGates } from './gate-order.ts';
import { GateQueue } from './gate-queue.tsx';
import './gates.css';

/** A queue holds at most this many gates in memory; a filter reaches the others. */
const eagerRows = 5000;

/** Gates: what waits for a person, the briefing, and what stands behind it. */
export function GatesView() {
  const { text, state, group, sort } = useGateQueue();
  const gateId = useRoute((store) => store.route.id);
  const calmText = useCalmValue(text.trim(), 200);
  const filter = {
    ...(calmText === '' ? {} : { text: calmText }),
    ...(state === 'any' ? {} : { state }),
  };
  const paged = usePagedRows('gates.list', filter, eagerRows);
  const items = useMemo(() => orderGates(paged.rows, group, sort), [paged.rows, group, sort]);
  const first = items.find((item) => item.kind === 'gate');
  useEffect(() => {
    if (gateId === null && first?.kind === 'gate') showFirst('gates', first.row.gateId);
  }, [gateId, first]);
  const calmId = useCalmValue(gateId);
  const briefing = useQuery('gates.get', calmId === null ? null : { gateId: calmId });
  const goOn = (decided: string) => {
    const next = nextWaiting(items, decided);
    if (next !== null && isAtGate(currentRoute(), decided)) replacePlace('gates', next);
  };
  const none =
    paged.state === 'loading' ? (
      <Skeleton label="Reading the gates" />
    ) : (
      <Empty icon="gates" title={items.length === 0 ? 'Nothing waits for you' : 'Choose a gate'} />
    );
  return (
    <Panes
      names={{ queue: 'Gates', subject: 'Briefing', evidence: 'Evidence' }}
      queue={<GateQueue paged={paged} items={items} selected={gateId} onSelect={(id) => replacePlace('gates', id)} />}
      subject={
        calmId === null ? (
          none
        ) : (
          <WhenReady of={briefing} label="Reading the briefing">
            {(value) => <Briefing key={value.row.gateId} briefing={value} onDecided={() => goOn(value.row.gateId)} />}
          </WhenReady>
        )
      }
      evidence={
        calmId === null ? (
          <NoEvidence of="a gate" />
        ) : (
          <WhenReady of={briefing} label="Reading the evidence" beside>
            {(value) => <GateEvidence briefing={value} />}
          </WhenReady>
        )
      }
    />
  );
}
