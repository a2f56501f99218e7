import { useNow } from '../stores/now.ts';
import { exactTime, relativeTime } from '../text/words.ts';

/** A relative time with the exact one in the tooltip. */
export function Time({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** The exact time in UTC. */
export function ExactTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="mono">
      {exactTime(at)}
    </time>
  );
}
