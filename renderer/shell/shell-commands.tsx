import { copyText } from '../components/copy.tsx';
import { can, useCommands } from '../keyboard/use-commands.ts';
import { startAudit } from '../stores/jobs.ts';
import { toggleEvidence } from '../stores/layout.ts';
import { readyValue } from '../stores/loadable.ts';
import { openOverlay } from '../stores/overlay.ts';
import { goTo, useRoute } from '../stores/route.ts';
import { useSession } from '../stores/session.ts';

const noLedger = 'Open a ledger first';

/** The commands that work in every view. */
export function ShellCommands() {
  const open = (readyValue(useSession((store) => store.session))?.workspace ?? null) !== null;
  const whyNot = open ? null : noLedger;
  useCommands({
    'go.gates': { run: () => goTo('gates'), whyNot },
    'go.work': { run: () => goTo('work'), whyNot },
    'go.debates': { run: () => goTo('debates'), whyNot },
    'go.runs': { run: () => goTo('runs'), whyNot },
    'go.agents': { run: () => goTo('agents'), whyNot },
    'go.ledger': { run: () => goTo('ledger'), whyNot },
    'go.rules': { run: () => goTo('rules'), whyNot },
    'workspace.start': can(() => goTo('start')),
    'palette.open': can(() => openOverlay('palette')),
    'help.open': can(() => openOverlay('help')),
    'settings.open': can(() => openOverlay('settings')),
    'reviewer.open': { run: () => openOverlay('reviewer'), whyNot },
    'evidence.toggle': { run: toggleEvidence, whyNot },
    'place.copy': can(() => void copyText(window.location.href, 'address of this place')),
    'debate.start': { run: () => openOverlay('start-debate'), whyNot },
    'ledger.audit': {
      run: () => {
        // In the ledger already, the event that is open stays open.
        if (useRoute.getState().route.view !== 'ledger') goTo('ledger');
        void startAudit();
      },
      whyNot,
    },
  });
  return null;
}
