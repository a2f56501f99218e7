import type { ReactNode } from 'react';
import type { Sign } from '../../core/api/index.ts';
import './sign.css';

/** The shape of a sign in a box of 16 by 16, drawn with `currentColor`. */
export function signShape(sign: Sign): ReactNode {
  switch (sign) {
    case 'verified':
      return (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="M4.6 8.3 7 10.7l4.5-5" fill="none" stroke="var(--sign-ground)" strokeWidth="1.8" />
        </>
      );
    case 'failed':
      return <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" strokeWidth="2.4" />;
    case 'inconclusive':
      return <path d="M8 1.8 14.2 8 8 14.2 1.8 8Z" fill="none" stroke="currentColor" strokeWidth="1.8" />;
    case 'pending':
      return (
        <>
          <path d="M3.5 1.5h9M3.5 14.5h9" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <path
            d="M4.7 1.5c0 3.8 3.3 4.6 3.3 6.5s-3.3 2.7-3.3 6.5m6.6-13c0 3.8-3.3 4.6-3.3 6.5s3.3 2.7 3.3 6.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
          <path d="M5.8 14.2c.3-1.6 1-2.6 2.2-3.2 1.2.6 1.9 1.6 2.2 3.2Z" fill="currentColor" />
        </>
      );
    case 'blocked':
      return <rect x="2.5" y="2.5" width="11" height="11" rx="1" fill="currentColor" />;
    case 'skipped':
      return <path d="M3 8h10" fill="none" stroke="currentColor" strokeWidth="2.2" />;
  }
}

/** The shape alone; the word must stand beside it or be given as `label`. */
export function SignMark({ sign, label }: { readonly sign: Sign; readonly label?: string }) {
  const shape = signShape(sign);
  if (label === undefined) {
    return (
      <svg className="sign-mark" data-sign={sign} viewBox="0 0 16 16" aria-hidden="true">
        {shape}
      </svg>
    );
  }
  return (
    <svg className="sign-mark" data-sign={sign} viewBox="0 0 16 16" role="img" aria-label={label}>
      {shape}
    </svg>
  );
}

/** Shape and word, the hue only in addition. */
export function SignWord({ sign, word }: { readonly sign: Sign; readonly word: string }) {
  return (
    <span className="sign-word" data-sign={sign}>
      <SignMark sign={sign} />
      {word}
    </span>
  );
}
