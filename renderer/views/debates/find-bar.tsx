import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { can, useCommands } from '../../keyboard/use-commands.ts';
import { bringToFront } from '../../stores/layout.ts';
import { count } from '../../text/words.ts';

interface FindBarProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Messages that hold the text, and which of them the reader is at, from 0; -1 for none. */
  readonly found: number;
  readonly at: number;
  readonly onStep: (step: 1 | -1) => void;
}

/** Search inside the messages. Enter goes to the next that holds the text, Shift+Enter back, Esc ends it. */
export function FindBar({ text, onText, found, at, onStep }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useCommands({
    'find.open': can(() => {
      bringToFront('subject');
      field.current?.focus();
      field.current?.select();
    }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (text === '') field.current?.blur();
      else onText('');
    }
  };
  return (
    <div className="find-bar">
      <div className="queue-search">
        <Icon name="search" size={14} />
        <input
          ref={field}
          type="text"
          aria-label="Find in the debate"
          placeholder="Find in the debate  Ctrl F"
          value={text}
          spellCheck={false}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {text !== '' && <IconButton icon="close" label="Clear the search" onClick={() => onText('')} />}
      </div>
      <span className="small faint" role="status">
        {text.trim() === '' ? '' : foundWords(found, at)}
      </span>
    </div>
  );
}

function foundWords(found: number, at: number): string {
  if (found === 0) return 'No message holds it';
  return at === -1 ? `${count(found)} found` : `${count(at + 1)} of ${count(found)}`;
}
