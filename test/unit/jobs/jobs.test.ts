import { describe, expect, test } from 'vitest';
import {
  createJobRunner,
  type JobControl,
  type JobEnding,
  type JobProgress,
  jobCancelled,
  runInSlices,
} from '../../../core/jobs/index.ts';
import { fail, ok, type Result } from '../../../core/problem/index.ts';

function setUp() {
  const clock = { time: 0, now: () => clock.time };
  const shown: JobProgress[] = [];
  let drawn = 0;
  const runner = createJobRunner({
    clock,
    random: {
      bytes: (count) => {
        drawn += 1;
        return new Uint8Array(count).fill(drawn);
      },
    },
    onProgress: (progress) => shown.push(progress),
    onBug: (error) => ({ code: 'internal-error', message: String(error) }),
  });
  const run = <T>(work: (control: JobControl) => Promise<Result<T>>) =>
    new Promise<JobEnding<T>>((resolve) => {
      runner.start(work, (_jobId, ending) => resolve(ending));
    });
  return { clock, shown, runner, run };
}

describe('job runner', () => {
  test('ends with the value of the work', async () => {
    expect(await setUp().run(async () => ok(42))).toEqual({ outcome: 'done', value: 42 });
  });

  test('ends with the problem of the work', async () => {
    expect(await setUp().run(async () => fail('no-luck', 'No luck'))).toEqual({
      outcome: 'failed',
      problem: { code: 'no-luck', message: 'No luck' },
    });
  });

  test('a thrown bug ends the job, not the program', async () => {
    const ending = await setUp().run(async () => {
      throw new Error('oops');
    });
    expect(ending).toMatchObject({ outcome: 'failed', problem: { code: 'internal-error' } });
  });

  test('shows progress at most ten times a second', async () => {
    const { clock, shown, run } = setUp();
    await run(async (control) => {
      for (let done = 0; done < 1000; done += 1) {
        clock.time = done;
        control.progress('Counting', done, 1000);
      }
      return ok(null);
    });
    expect(shown.map((progress) => progress.done)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  test('cancel ends the work as cancelled, and only while it runs', async () => {
    const { runner } = setUp();
    const ending = await new Promise((resolve) => {
      const jobId = runner.start(
        async (control) => {
          runner.cancel(jobId);
          return control.signal.aborted ? jobCancelled : ok(null);
        },
        (_jobId, outcome) => resolve(outcome),
      );
    });
    expect(ending).toEqual({ outcome: 'cancelled' });
    expect(runner.cancel('job-unknown')).toBe(false);
  });

  test('close cancels what runs and waits for it', async () => {
    const { runner } = setUp();
    const endings: unknown[] = [];
    runner.start(
      async (control) => {
        while (!control.signal.aborted) await control.breathe();
        return jobCancelled;
      },
      (_jobId, ending) => endings.push(ending),
    );
    await runner.close();
    expect(endings).toEqual([{ outcome: 'cancelled' }]);
  });
});

describe('runInSlices', () => {
  function* counting(
    clock: { time: number },
    cleanedUp: () => void,
  ): Generator<{ done: number; total: number }, string> {
    try {
      for (let done = 0; done < 100; done += 1) {
        clock.time += 5;
        yield { done, total: 100 };
      }
      return 'counted';
    } finally {
      cleanedUp();
    }
  }

  test('lets others run every 20 ms of work', async () => {
    const { clock, run } = setUp();
    let breaths = 0;
    const ending = await run((control) =>
      runInSlices(
        'Counting',
        counting(clock, () => undefined),
        {
          ...control,
          breathe: async () => {
            breaths += 1;
          },
        },
        clock,
      ),
    );
    expect(ending).toEqual({ outcome: 'done', value: 'counted' });
    expect(breaths).toBe(25);
  });

  test('stops between two steps when cancelled, and the generator cleans up', async () => {
    const { clock, runner } = setUp();
    let cleanedUp = false;
    const ending = await new Promise((resolve) => {
      const jobId = runner.start(
        (control) => {
          const steps = counting(clock, () => {
            cleanedUp = true;
          });
          return runInSlices(
            'Counting',
            steps,
            {
              ...control,
              progress: (_label, done) => {
                if (done === 10) runner.cancel(jobId);
              },
            },
            clock,
          );
        },
        (_jobId, outcome) => resolve(outcome),
      );
    });
    expect(ending).toEqual({ outcome: 'cancelled' });
    expect(cleanedUp).toBe(true);
    expect(clock.time).toBe(55);
  });
});
