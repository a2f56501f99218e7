import { Icon, type IconName } from '../components/icon.tsx';
import { type CommandId, printedKeys } from '../keyboard/key-map.ts';
import { formatRoute, type ViewName } from '../routes.ts';
import { useLedgerStatus } from '../stores/ledger-status.ts';
import { readyValue } from '../stores/loadable.ts';
import { openOverlay } from '../stores/overlay.ts';
import { counted } from '../text/words.ts';
import './rail.css';

interface Place {
  readonly view: ViewName;
  readonly label: string;
  readonly icon: IconName;
  readonly command: CommandId;
}

const places: readonly Place[] = [
  { view: 'gates', label: 'Gates', icon: 'gates', command: 'go.gates' },
  { view: 'work', label: 'Work', icon: 'work', command: 'go.work' },
  { view: 'debates', label: 'Debates', icon: 'debates', command: 'go.debates' },
  { view: 'runs', label: 'Runs', icon: 'runs', command: 'go.runs' },
  { view: 'agents', label: 'Agents', icon: 'agents', command: 'go.agents' },
  { view: 'ledger', label: 'Ledger', icon: 'ledger', command: 'go.ledger' },
];

/** The views, one press away, with the number of gates that wait. */
export function Rail({ current, hasWorkspace }: { readonly current: ViewName; readonly hasWorkspace: boolean }) {
  const waiting = readyValue(useLedgerStatus((store) => store.status))?.gatesWaiting ?? 0;
  return (
    <nav className="rail" aria-label="Views">
      <span className="rail-mark" title="Mizan">
        <Icon name="scales" size={22} />
      </span>
      {hasWorkspace &&
        places.map((place) => (
          <a
            key={place.view}
            className="rail-place"
            href={formatRoute(place.view)}
            aria-current={place.view === current ? 'page' : undefined}
            title={`${place.label} (${printedKeys(place.command).join(' ')})`}
          >
            <Icon name={place.icon} size={20} />
            <span>{place.label}</span>
            {place.view === 'gates' && waiting > 0 && (
              <span className="rail-count" title={counted(waiting, 'gate waits', 'gates wait')}>
                {waiting > 99 ? '99+' : waiting}
                <span className="hidden-visually"> waiting</span>
              </span>
            )}
          </a>
        ))}
      <span className="rail-space" />
      <button type="button" className="rail-place" title="Settings (G then S)" onClick={() => openOverlay('settings')}>
        <Icon name="settings" size={20} />
        <span>Settings</span>
      </button>
      <button type="button" className="rail-place" title="Keyboard and signs (?)" onClick={() => openOverlay('help')}>
        <Icon name="help" size={20} />
        <span>Help</span>
      </button>
    </nav>
  );
}
