import { CopyButton } from '../../components/copy.tsx';
import { Empty } from '../../components/states.tsx';
import { readyValue } from '../../stores/loadable.ts';
import { useSession } from '../../stores/session.ts';

/** No debate yet: the line that starts one in this ledger, to copy. */
export function NoDebates() {
  const path = readyValue(useSession((store) => store.session))?.workspace?.path ?? 'LEDGER';
  const line = `mizan debate run CASE --ledger ${/[^\w./-]/.test(path) ? JSON.stringify(path) : path}`;
  return (
    <Empty icon="debates" title="No debate yet">
      <p>
        A debate weighs the claims of a case file. Start one with
        <br />
        <code>{line}</code> <CopyButton text={line} what="command" />
      </p>
      <p>
        <code>mizan case schema</code> says what a case file holds.
      </p>
    </Empty>
  );
}
