import { useLayoutEffect, useState } from 'react';
import { type CommandHandler, type CommandHandlers, offer, withdraw } from './scopes.ts';

/** Offers commands for as long as the component is on screen: from the moment it is drawn, so that no key is lost. */
export function useCommands(handlers: CommandHandlers): void {
  const [token] = useState(() => Symbol('commands'));
  useLayoutEffect(() => offer(token, handlers));
  useLayoutEffect(() => () => withdraw(token), [token]);
}

/** A command that can be done. */
export function can(run: () => void): CommandHandler {
  return { run, whyNot: null };
}
