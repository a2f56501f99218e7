import { can, useCommands } from '../keyboard/use-commands.ts';
import { steppedIndex } from './virtual-list.tsx';

interface ListCursor {
  readonly count: number;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly isHeading?: ((index: number) => boolean) | undefined;
}

/** J, K and O move and open from anywhere in the view. */
export function useListCommands({ count, active, onActive, onOpen, isHeading }: ListCursor): void {
  const step = (key: string) => {
    const next = steppedIndex(key, active, count, 1, isHeading);
    if (next !== null) onActive(next);
  };
  useCommands({
    'list.next': can(() => step('ArrowDown')),
    'list.previous': can(() => step('ArrowUp')),
    'list.open': { run: () => onOpen(active), whyNot: active >= 0 ? null : 'No row is chosen' },
  });
}
