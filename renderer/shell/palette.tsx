import { Command } from 'cmdk';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Keys } from '../components/keys.tsx';
import { type CommandId, commandIds, keyEntry } from '../keyboard/key-map.ts';
import { handlerOf } from '../keyboard/scopes.ts';
import { closeOverlay } from '../stores/overlay.ts';
import '../components/dialog.css';
import './palette.css';

/** Commands that only make sense while their list or editor has the focus. */
const notListed: readonly CommandId[] = ['list.next', 'list.previous', 'palette.open'];

/** Every command that the screen offers now, found by typing. */
export default function Palette() {
  const offered = commandIds.flatMap((id) => {
    const handler = notListed.includes(id) ? null : handlerOf(id);
    return handler === null ? [] : [{ id, handler, entry: keyEntry(id) }];
  });
  const sections = [...new Set(offered.map((command) => command.entry.section))];
  const choose = (run: () => void) => {
    closeOverlay();
    // After the dialog has given the focus back, so that the command may move it.
    window.setTimeout(run, 0);
  };
  return (
    <ModalOverlay className="dialog-backdrop" isOpen isDismissable onOpenChange={(open) => !open && closeOverlay()}>
      <Modal className="dialog dialog-narrow palette">
        <Dialog aria-label="Commands">
          <Command label="Commands" loop>
            <Command.Input autoFocus placeholder="Type a command" aria-label="Command" />
            <Command.List>
              <Command.Empty>No command has these words.</Command.Empty>
              {sections.map((section) => (
                <Command.Group key={section} heading={section}>
                  {offered
                    .filter((command) => command.entry.section === section)
                    .map(({ id, handler, entry }) => (
                      <Command.Item
                        key={id}
                        value={entry.label}
                        disabled={handler.whyNot !== null}
                        onSelect={() => choose(handler.run)}
                      >
                        <span>{entry.label}</span>
                        {handler.whyNot !== null && <span className="small faint">{handler.whyNot}</span>}
                        <Keys of={id} />
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
