import type { z } from 'zod';
import { agentRunQueries } from './agent-runs.ts';
import { agentQueries } from './agents.ts';
import { debateQueries } from './debates.ts';
import { gateCommands, gateQueries } from './gates.ts';
import { ledgerCommands, ledgerQueries } from './ledger.ts';
import { ruleQueries } from './rules.ts';
import { runCommands, runQueries } from './runs.ts';
import { sessionCommands, sessionQueries } from './session.ts';
import { startDebateCommands, startDebateQueries } from './start-debate.ts';
import { workCommands, workQueries } from './work.ts';

export const queries = {
  ...sessionQueries,
  ...ledgerQueries,
  ...workQueries,
  ...agentQueries,
  ...agentRunQueries,
  ...gateQueries,
  ...debateQueries,
  ...startDebateQueries,
  ...runQueries,
  ...ruleQueries,
} as const;
export const commands = {
  ...sessionCommands,
  ...ledgerCommands,
  ...gateCommands,
  ...startDebateCommands,
  ...runCommands,
  ...workCommands,
} as const;

export type Queries = typeof queries;
export type Commands = typeof commands;
export type Operations = Queries & Commands;
export type OperationName = keyof Operations;
/** What a caller passes: defaults may be left out. */
export type OperationInput<N extends OperationName> = z.input<Operations[N]['input']>;
/** What the host receives: defaults filled in. */
export type OperationParsed<N extends OperationName> = z.output<Operations[N]['input']>;
export type OperationOutput<N extends OperationName> = z.output<Operations[N]['output']>;
