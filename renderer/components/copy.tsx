import { useEffect, useState } from 'react';
import { announce } from '../stores/announcements.ts';
import { Icon } from './icon.tsx';

const shownFor = 1500;

/** Copies a text and says so for a moment. `what` names it: `task id`. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), shownFor);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(text, what).then(setCopied);
  return (
    <button
      type="button"
      className="copy-button"
      data-copied={copied}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} size={13} />
    </button>
  );
}

/** Puts a text on the clipboard; false when the browser refuses. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`Copied ${what}`);
    return true;
  } catch {
    announce(`The browser did not let Mizan copy the ${what}`);
    return false;
  }
}
