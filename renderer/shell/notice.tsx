import { useState } from 'react';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { readyValue } from '../stores/loadable.ts';
import { useSession } from '../stores/session.ts';

/** A sentence of the host about the open ledger, until it is put away. */
export function Notice() {
  const notice = readyValue(useSession((store) => store.session))?.notice ?? null;
  const [putAway, setPutAway] = useState<string | null>(null);
  if (notice === null || notice === putAway) return null;
  return (
    <aside className="notice" aria-label="About this ledger">
      <Icon name="sample" size={15} />
      <p>{notice}</p>
      <IconButton icon="close" label="Put this notice away" onClick={() => setPutAway(notice)} />
    </aside>
  );
}
