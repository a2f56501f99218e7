import { shortDigest } from '../text/words.ts';
import { CopyButton } from './copy.tsx';
import './identifier.css';

interface IdentifierProps {
  readonly id: string;
  /** What it names: `task id`. */
  readonly what: string;
  /** Where it leads, when it leads somewhere. */
  readonly href?: string | null;
}

/** An id: monospace, a link where it leads somewhere, copied with one press. */
export function Identifier({ id, what, href = null }: IdentifierProps) {
  return (
    <span className="identifier">
      {href === null ? (
        <span className="mono identifier-text">{id}</span>
      ) : (
        <a className="mono identifier-text" href={href}>
          {id}
        </a>
      )}
      <CopyButton text={id} what={what} />
    </span>
  );
}

/** A digest as `7f3a…c2`; the whole of it is in the tooltip and on the clipboard. */
export function Digest({ digest, what = 'digest' }: { readonly digest: string; readonly what?: string }) {
  return (
    <span className="identifier">
      <span className="mono" title={digest}>
        {shortDigest(digest)}
      </span>
      <CopyButton text={digest} what={what} />
    </span>
  );
}
