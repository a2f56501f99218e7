import type { Sign } from '../../core/api/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { Keys } from '../components/keys.tsx';
import { SignWord } from '../components/sign.tsx';
import { commandIds, keyEntry } from '../keyboard/key-map.ts';
import { closeOverlay } from '../stores/overlay.ts';
import './help-dialog.css';

const signs: readonly { readonly sign: Sign; readonly words: string; readonly meaning: string }[] = [
  { sign: 'verified', words: 'verified, passed, approved', meaning: 'checked and true' },
  { sign: 'failed', words: 'failed, hallucinated, rejected', meaning: 'checked and false' },
  { sign: 'inconclusive', words: 'inconclusive', meaning: 'could not be checked' },
  { sign: 'pending', words: 'pending', meaning: 'waits for a person' },
  { sign: 'blocked', words: 'blocked', meaning: 'an honest stop: the agent said what it needs' },
  { sign: 'skipped', words: 'skipped', meaning: 'was not asked for' },
];

/** Every key and every sign. */
export default function HelpDialog() {
  const sections = [...new Set(commandIds.map((id) => keyEntry(id).section))];
  return (
    <Dialog title="Keyboard and signs" isOpen onClose={closeOverlay} width="wide" isText>
      <div className="help">
        {sections.map((section) => (
          <section key={section}>
            <h3>{section}</h3>
            <dl>
              {commandIds
                .filter((id) => keyEntry(id).section === section)
                .map((id) => (
                  <div key={id}>
                    <dt>{keyEntry(id).label}</dt>
                    <dd>
                      <Keys of={id} />
                    </dd>
                  </div>
                ))}
              {section === 'Lists' && (
                <div>
                  <dt>Move, open in a list</dt>
                  <dd className="keys">
                    <kbd>↑</kbd>
                    <kbd>↓</kbd>
                    <kbd>Enter</kbd>
                  </dd>
                </div>
              )}
            </dl>
          </section>
        ))}
        <section className="help-signs">
          <h3>Signs</h3>
          <dl>
            {signs.map(({ sign, words, meaning }) => (
              <div key={sign}>
                <dt>
                  <SignWord sign={sign} word={words} />
                </dt>
                <dd className="faint">{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
