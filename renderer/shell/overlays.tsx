import { lazy, Suspense } from 'react';
import { useOverlay } from '../stores/overlay.ts';

const Palette = lazy(() => import('./palette.tsx'));
const HelpDialog = lazy(() => import('./help-dialog.tsx'));
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'));
const ReviewerDialog = lazy(() => import('./reviewer-dialog.tsx'));
const StartDebateDialog = lazy(() => import('../views/debates/start/start-debate-dialog.tsx'));

/** The dialogs of the window, loaded when they are first asked for. */
export function Overlays() {
  const open = useOverlay((store) => store.open);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette />}
      {open === 'help' && <HelpDialog />}
      {open === 'settings' && <SettingsDialog />}
      {open === 'reviewer' && <ReviewerDialog />}
      {open === 'start-debate' && <StartDebateDialog />}
    </Suspense>
  );
}
