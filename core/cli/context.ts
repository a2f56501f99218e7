import type { Problem } from '../problem/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';

/** The world as the CLI's commands see it; `main.ts` gives the real one, tests give their own. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** True when standard error is a terminal: progress bars are drawn. */
  readonly interactive: boolean;
  out(text: string): void;
  error(text: string): void;
  /** Everything on standard input. */
  readInput(): Promise<string>;
  /** Exit code of the process: 0 good, 1 checked and false, 2 could not run. */
  exitWith(code: 0 | 1 | 2): void;
}

/** Prints the problem in one line and sets exit code 2. */
export function reportProblem(context: CliContext, problem: Problem): void {
  const place = problem.place === undefined ? '' : `${problem.place}: `;
  context.error(`mizan: ${place}${problem.message} (${problem.code})\n`);
  context.exitWith(2);
}
