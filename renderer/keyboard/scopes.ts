import type { CommandId } from './key-map.ts';

export interface CommandHandler {
  readonly run: () => void;
  /** Why it cannot be done now, in words; null when it can. */
  readonly whyNot: string | null;
}

export type CommandHandlers = Partial<Readonly<Record<CommandId, CommandHandler>>>;

/** What the parts of the screen offer, in the order in which they appeared. */
const offers = new Map<symbol, CommandHandlers>();

/** Offers commands under a token, instead of what the token offered before. */
export function offer(token: symbol, handlers: CommandHandlers): void {
  offers.set(token, handlers);
}

/** Ends what the token offered; a token that offers nothing changes nothing. */
export function withdraw(token: symbol): void {
  offers.delete(token);
}

/** The handler that a command has on the screen as it is, or null. The innermost part, which came last, wins. */
export function handlerOf(id: CommandId): CommandHandler | null {
  let found: CommandHandler | null = null;
  for (const handlers of offers.values()) found = handlers[id] ?? found;
  return found;
}
