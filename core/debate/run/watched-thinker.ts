import type { Thinker } from '../../agents/index.ts';
import { MachineFailure } from '../../machine/index.ts';

/** A thinker that remembers whether it could not be asked at all. */
export interface WatchedThinker extends Thinker {
  /** What a player throws when its endpoint is out of reach; null as long as it answers. */
  readonly outage: MachineFailure | null;
}

/** Passes every question on and every error back unchanged; only a `MachineFailure` counts as an outage. */
export function watchThinker(thinker: Thinker): WatchedThinker {
  let outage: MachineFailure | null = null;
  return {
    get outage() {
      return outage;
    },
    think: async (view) => {
      try {
        return await thinker.think(view);
      } catch (thrown) {
        if (thrown instanceof MachineFailure) outage = thrown;
        throw thrown;
      }
    },
  };
}
