import { type CommandId, printedKeys } from '../keyboard/key-map.ts';
import './keys.css';

/** The keys of a command, as on a keyboard. */
export function Keys({ of }: { readonly of: CommandId }) {
  const parts = printedKeys(of);
  return (
    <span className="keys">
      {parts.map((part, index) => {
        const key = parts.slice(0, index + 1).join(' ');
        return part === 'then' ? <span key={key}>then</span> : <kbd key={key}>{part}</kbd>;
      })}
    </span>
  );
}
