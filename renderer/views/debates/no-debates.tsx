import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Keys } from '../../components/keys.tsx';
import { Empty } from '../../components/states.tsx';
import { readyValue } from '../../stores/loadable.ts';
import { openOverlay } from '../../stores/overlay.ts';
import { useSession } from '../../stores/session.ts';

/** No debate yet: the way to start one here, and the line that does it in a terminal. */
export function NoDebates() {
  const path = readyValue(useSession((store) => store.session))?.workspace?.path ?? 'LEDGER';
  const line = `mizan debate run CASE --ledger ${/[^\w./-]/.test(path) ? JSON.stringify(path) : path}`;
  return (
    <Empty icon="debates" title="No debate yet">
      <div className="no-debates">
        <p>A debate weighs the claims of a case file.</p>
        <p className="no-debates-start">
          <Button kind="primary" icon="play" onClick={() => openOverlay('start-debate')}>
            Start a debate
          </Button>
          <Keys of="debate.start" />
        </p>
        <p className="small">
          In a terminal:
          <br />
          <code>{line}</code> <CopyButton text={line} what="command" />
        </p>
      </div>
    </Empty>
  );
}
