import { systemTimers } from '../machine/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import type { ModelPorts } from './client.ts';

/** The real world for models: requests over the network, and keys from the environment. */
export function systemModelPorts({
  environment,
  clock,
  random,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: RandomSource;
}): ModelPorts {
  return {
    fetch: globalThis.fetch,
    keys: { find: async (name) => environment[name] ?? null },
    timers: systemTimers,
    clock,
    random,
  };
}
