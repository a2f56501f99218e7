import type { Actor } from '../ledger/index.ts';
import type { CliContext } from './context.ts';

/** The person at the command line, by the name of their account. It is a label, not a proof: decisions are signed. */
export function operator(context: CliContext): Actor {
  const { USER, LOGNAME, USERNAME } = context.environment;
  return { kind: 'human', id: USER || LOGNAME || USERNAME || 'operator' };
}
