/** One line of the table of `npm run bench`. */
export interface BenchRow {
  /** What was measured, on how much. */
  readonly name: string;
  /** With its unit, or as a ratio: `0.63×`, `212 KB`. */
  readonly value: string;
  /** What we want, as text: `≥ 0.6×`; null where there is no aim. */
  readonly aim: string | null;
  /** Whether the aim was met; null where there is none. */
  readonly met: boolean | null;
  /** What it is compared with, or why the aim was missed. Empty when there is nothing to say. */
  readonly note: string;
}

/** What every `test/bench/*.bench.ts` exports as `bench`: it prints its rows as it gets them. */
export type Bench = (print: (row: BenchRow) => void) => Promise<void>;
