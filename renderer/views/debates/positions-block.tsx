import { lazy, Suspense } from 'react';
import type { DebateDetail } from '../../../core/api/index.ts';
import { Block } from '../../components/facts.tsx';
import { Options } from '../../components/options.tsx';
import { Skeleton } from '../../components/states.tsx';
import { useDebatesView } from '../../stores/debates-view.ts';
import { PositionTable } from './position-table.tsx';

const PositionChart = lazy(() => import('../../charts/position-chart.tsx'));

/** Where the roles stood, round by round, as a chart or as a table of the same data. */
export function PositionsBlock({ rounds }: { readonly rounds: DebateDetail['rounds'] }) {
  const show = useDebatesView((store) => store.show);
  if (rounds.length === 0) return null;
  return (
    <Block
      title="Positions and confidence"
      aside={
        <Options
          label=""
          value={show}
          options={[
            ['chart', 'Chart'],
            ['table', 'Table'],
          ]}
          onChange={(next) => useDebatesView.setState({ show: next })}
        />
      }
    >
      {show === 'table' ? (
        <PositionTable rounds={rounds} />
      ) : (
        <Suspense fallback={<Skeleton label="Drawing the chart" lines={3} />}>
          <PositionChart rounds={rounds} />
        </Suspense>
      )}
    </Block>
  );
}
