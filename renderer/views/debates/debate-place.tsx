import { createContext, useContext } from 'react';

/** Where the reader is in a debate; part of the address. */
export interface DebatePlace {
  /** The event of the message that the reader is at. */
  readonly message: number | null;
  readonly claim: string | null;
  readonly chooseMessage: (seq: number) => void;
  readonly chooseClaim: (claimId: string) => void;
}

const Place = createContext<DebatePlace>({
  message: null,
  claim: null,
  chooseMessage: () => undefined,
  chooseClaim: () => undefined,
});

export const DebatePlaceProvider = Place.Provider;

/** The place that the nearest provider holds; outside one nothing is chosen and choosing does nothing. */
export function useDebatePlace(): DebatePlace {
  return useContext(Place);
}
