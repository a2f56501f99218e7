import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { takeInterruptions } from './interruption.ts';
import { terminalPrompt } from './prompt.ts';
import { processTerminal } from './terminal.ts';

type Adding = (program: Command, context: CliContext, next: string | undefined) => Promise<void>;

/**
 * Every word after `mizan`, in the order of the help, with what adds its command. Each is loaded when it is asked for:
 * all of them together take most of a second and 100 MB.
 */
const commands: Readonly<Record<string, Adding>> = {
  console: async (program, context) =>
    (await import('./console.ts')).addConsoleCommands(program, context, processTerminal),
  gate: async (program, context) => (await import('./gate.ts')).addGateCommands(program, context, terminalPrompt),
  ledger: async (program, context, next) => (await import('./ledger.ts')).addLedgerCommands(program, context, next),
  reviewer: async (program, context) =>
    (await import('./reviewer.ts')).addReviewerCommands(program, context, terminalPrompt),
  contract: async (program, context) =>
    (await import('./contract.ts')).addContractCommands(program, context, takeInterruptions),
  report: async (program, context) => (await import('./report.ts')).addReportCommand(program, context),
  agents: async (program, context) => (await import('./agents.ts')).addAgentCommands(program, context),
  'agent-run': async (program, context) => (await import('./agent-run.ts')).addAgentRunCommands(program, context),
  import: async (program, context) => (await import('./import.ts')).addImportCommands(program, context),
  machine: async (program, context) => (await import('./machine.ts')).addMachineCommands(program, context),
  debate: async (program, context) =>
    (await import('./debate.ts')).addDebateCommands(program, context, takeInterruptions),
  case: async (program, context) => (await import('./case.ts')).addCaseCommands(program, context),
  model: async (program, context) => (await import('./model.ts')).addModelCommands(program, context),
  conformance: async (program, context) => (await import('./conformance.ts')).addConformanceCommands(program, context),
  verify: async (program, context) => (await import('./verify.ts')).addVerifyCommand(program, context),
  policy: async (program, context) => (await import('./policy.ts')).addPolicyCommands(program, context),
  kernel: async (program, context) => (await import('./kernel.ts')).addKernelCommands(program, context),
};

/**
 * Adds the command that the first word names, `mizan ledger` only with what the next word names; all of them when it
 * names none, for the help and for suggestions.
 */
export async function addCommands(
  program: Command,
  context: CliContext,
  [word, next]: readonly (string | undefined)[],
): Promise<void> {
  if (word === '--version' || word === '-V') return;
  const named = word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (named !== undefined) return named(program, context, next);
  for (const add of Object.values(commands)) await add(program, context, undefined);
}
