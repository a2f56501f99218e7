import { useEffect, useState } from 'react';
import { type CommandHandler, type CommandHandlers, offer, withdraw } from './scopes.ts';

/** Offers commands for as long as the component is on screen. */
export function useCommands(handlers: CommandHandlers): void {
  const [token] = useState(() => Symbol('commands'));
  useEffect(() => offer(token, handlers));
  useEffect(() => () => withdraw(token), [token]);
}

/** A command that can be done. */
export function can(run: () => void): CommandHandler {
  return { run, whyNot: null };
}
