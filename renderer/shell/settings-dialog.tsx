import { Dialog } from '../components/dialog.tsx';
import { Options } from '../components/options.tsx';
import { readyValue } from '../stores/loadable.ts';
import { closeOverlay } from '../stores/overlay.ts';
import { useSession } from '../stores/session.ts';
import { useSettings } from '../stores/settings.ts';

/** How the window looks. Changes hold at once. */
export default function SettingsDialog() {
  const settings = useSettings();
  const session = readyValue(useSession((store) => store.session));
  return (
    <Dialog title="Settings" isOpen onClose={closeOverlay}>
      <div className="settings">
        <Options
          label="Theme"
          value={settings.theme}
          options={[
            ['system', 'As the system'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          onChange={(theme) => useSettings.setState({ theme })}
        />
        <Options
          label="Density"
          value={settings.density}
          options={[
            ['compact', 'Compact'],
            ['comfortable', 'Comfortable'],
          ]}
          onChange={(density) => useSettings.setState({ density })}
        />
        <Options
          label="Motion"
          value={settings.motion}
          options={[
            ['system', 'As the system'],
            ['reduced', 'Reduced'],
          ]}
          onChange={(motion) => useSettings.setState({ motion })}
        />
        <p className="small faint">
          Kept on this computer, never in a ledger.
          {session !== null && ` Mizan ${session.version}, ${session.door} door.`}
        </p>
      </div>
    </Dialog>
  );
}
