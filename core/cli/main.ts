import { Command } from 'commander';
import { systemClock, systemRandom } from '../world/index.ts';
import { addAgentRunCommands } from './agent-run.ts';
import { addAgentCommands } from './agents.ts';
import { addConformanceCommands } from './conformance.ts';
import { addConsoleCommands } from './console.ts';
import type { CliContext } from './context.ts';
import { addContractCommands } from './contract.ts';
import { addGateCommands } from './gate.ts';
import { addImportCommands } from './import.ts';
import { takeInterruptions } from './interruption.ts';
import { addKernelCommands } from './kernel.ts';
import { addLedgerCommands } from './ledger.ts';
import { addMachineCommands } from './machine.ts';
import { addPolicyCommands } from './policy.ts';
import { terminalPrompt } from './prompt.ts';
import { addReportCommand } from './report.ts';
import { addReviewerCommands } from './reviewer.ts';
import { processTerminal } from './terminal.ts';
import { addVerifyCommand } from './verify.ts';
import { version } from './version.ts';

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const context: CliContext = {
  environment: process.env,
  workingFolder: process.cwd(),
  clock: systemClock,
  random: systemRandom,
  interactive: process.stderr.isTTY === true,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  readInput,
  exitWith: (code) => {
    process.exitCode = code;
  },
};

/** The whole command line. Each room's verbs are added by one file beside this one. */
export function buildProgram(context: CliContext): Command {
  const program = new Command('mizan')
    .description('Weigh what AI agents claim, decide what is left, keep a ledger that shows tampering.')
    .version(version)
    .showHelpAfterError()
    // Commander leaves with 1 on a wrong command line; here 1 means "checked and false".
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  addConsoleCommands(program, context, processTerminal);
  addGateCommands(program, context, terminalPrompt);
  addLedgerCommands(program, context);
  addReviewerCommands(program, context, terminalPrompt);
  addContractCommands(program, context, takeInterruptions);
  addReportCommand(program, context);
  addAgentCommands(program, context);
  addAgentRunCommands(program, context);
  addImportCommands(program, context);
  addMachineCommands(program, context);
  addConformanceCommands(program, context);
  addVerifyCommand(program, context);
  addPolicyCommands(program, context);
  addKernelCommands(program, context);
  return program;
}

await buildProgram(context).parseAsync();
