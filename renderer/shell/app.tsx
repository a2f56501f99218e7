import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Skeleton } from '../components/states.tsx';
import { listenToKeys } from '../keyboard/listener.ts';
import type { ViewName } from '../routes.ts';
import { connect } from '../stores/connection.ts';
import { readyValue } from '../stores/loadable.ts';
import { followAddress, useRoute } from '../stores/route.ts';
import { useSession } from '../stores/session.ts';
import { applySettings } from '../stores/settings.ts';
import { GatesView } from '../views/gates/gates-view.tsx';
import { NoSession } from './no-session.tsx';
import { Notice } from './notice.tsx';
import { Overlays } from './overlays.tsx';
import { Rail } from './rail.tsx';
import { ShellCommands } from './shell-commands.tsx';
import { Speaker } from './speaker.tsx';
import { StatusBar } from './status-bar.tsx';
import './shell.css';

const WorkView = lazy(() => import('../views/work/work-view.tsx'));
const DebatesView = lazy(() => import('../views/debates/debates-view.tsx'));
const RunsView = lazy(() => import('../views/runs/runs-view.tsx'));
const AgentsView = lazy(() => import('../views/agents/agents-view.tsx'));
const LedgerView = lazy(() => import('../views/ledger/ledger-view.tsx'));
const RulesView = lazy(() => import('../views/rules/rules-view.tsx'));
const FirstRunView = lazy(() => import('../views/first-run/first-run-view.tsx'));

const views: Readonly<Record<ViewName, () => ReactNode>> = {
  gates: () => <GatesView />,
  work: () => <WorkView />,
  debates: () => <DebatesView />,
  runs: () => <RunsView />,
  agents: () => <AgentsView />,
  ledger: () => <LedgerView />,
  rules: () => <RulesView />,
  start: () => <FirstRunView />,
};

/** The one window: rail, view, status bar. */
export function App() {
  useEffect(() => {
    const stops = [applySettings(), followAddress(), listenToKeys(), connect()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const { session } = useSession();
  const view = useRoute((store) => store.route.view);
  const workspace = readyValue(session)?.workspace ?? null;
  if (session.state === 'loading') return <Skeleton label="Starting" />;
  if (session.state === 'failed') return <NoSession problem={session.problem} />;
  const shown = workspace === null ? 'start' : view;
  return (
    <div className="shell">
      <Rail current={shown} hasWorkspace={workspace !== null} />
      <main className="shell-view">
        <Notice />
        <div className="shell-stage">
          <Suspense fallback={<Skeleton label="Opening the view" />}>{views[shown]()}</Suspense>
        </div>
      </main>
      <StatusBar />
      <ShellCommands />
      <Overlays />
      <Speaker />
    </div>
  );
}
