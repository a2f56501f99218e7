import { z } from 'zod';
import { type LaunchIntent, processLaunch } from '../../machine/index.ts';
import { ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({ process: z.array(z.string()) });

/** Which of these machines must be started, on one list of intents (M9). */
export const launch: ConformanceKind = {
  kind: 'launch',
  run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    let intents: readonly LaunchIntent[] = [];
    const decided = read.value.process.map((id) => {
      const processed = processLaunch(intents, { execution_id: id, machine: 'child', input: {} });
      intents = processed.intents;
      return processed.shouldLaunch;
    });
    return ok({ should_launch: decided });
  },
};
