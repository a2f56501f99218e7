/** How numbers, times and ids are written. Pure. */

const whole = new Intl.NumberFormat('en-US');

/** A number with commas between thousands: `12,431`. */
export function count(value: number): string {
  return whole.format(value);
}

/** `1 event`, `12,431 events`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `sha256:7f3a…` or bare hex as `7f3a…c2`. Texts that are short already stay whole. */
export function shortDigest(digest: string): string {
  const hex = digest.replace(/^sha256:/, '');
  return hex.length <= 12 ? hex : `${hex.slice(0, 4)}…${hex.slice(-2)}`;
}

/** A duration in milliseconds with the unit that fits: `340 ms`, `12.4 s`, `3 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Bytes with the unit that fits: `812 B`, `14.2 KiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** A score with its sign: `+1.0`, `−1.0`, `0.0`. */
export function signedScore(score: number): string {
  const digits = Math.abs(score).toFixed(1);
  if (score === 0) return digits;
  return `${score > 0 ? '+' : '−'}${digits}`;
}

const steps = [
  { unit: 'y', seconds: 31_557_600 },
  { unit: 'mo', seconds: 2_629_800 },
  { unit: 'd', seconds: 86_400 },
  { unit: 'h', seconds: 3_600 },
  { unit: 'min', seconds: 60 },
] as const;

/** How long ago or how far ahead: `now`, `12 min ago`, `in 3 h`. Times that cannot be read stay as they are. */
export function relativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const seconds = Math.round((now - then) / 1000);
  const distance = Math.abs(seconds);
  // Clocks on screen tick every ten seconds; what is younger than the tick is not in the future.
  if (distance < 5 || (seconds < 0 && distance <= 10)) return 'now';
  const step = steps.find((candidate) => distance >= candidate.seconds);
  const words = step === undefined ? `${distance} s` : `${Math.round(distance / step.seconds)} ${step.unit}`;
  return seconds < 0 ? `in ${words}` : `${words} ago`;
}

/** The exact time for people, in UTC: `2026-03-22 08:00:00.000 UTC`. */
export function exactTime(iso: string): string {
  const then = Date.parse(iso);
  return Number.isNaN(then) ? iso : `${new Date(then).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`;
}
