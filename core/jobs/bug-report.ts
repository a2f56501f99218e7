import type { Problem } from '../problem/index.ts';
import type { RandomSource } from '../world/index.ts';

/** Makes of a thrown bug a number that a person can report; its stack goes to the log only. */
export function createBugReporter(random: RandomSource, log: (report: string) => void): (error: unknown) => Problem {
  return (error) => {
    const id = `bug-${Buffer.from(random.bytes(6)).toString('hex')}`;
    log(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return {
      code: 'internal-error',
      message: `Mizan made a mistake. Please report it with the number ${id}`,
      place: id,
    };
  };
}
