import type { Command } from 'commander';
import { findWork, readStatus, recordReport, reportFrom } from '../contracts/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { fail, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { printable } from './printable.ts';

interface ReportOptions {
  readonly status: string;
  readonly need?: string;
  readonly text?: string;
  readonly agent?: string;
  readonly ledger?: string;
  readonly json?: boolean;
}

/** `mizan report TASK`: an agent's own account of its work. */
export function addReportCommand(program: Command, context: CliContext): void {
  program
    .command('report')
    .argument('<task>', 'task id')
    .description('Record what an agent says about its own work. It gives no score: contract verify does.')
    .requiredOption('--status <word>', 'success, blocked or failure')
    .option('--need <text>', 'what is missing, when blocked; without it an honest stop does not pay')
    .option('--text <text>', 'what was done')
    .option('--agent <id>', 'whose report (default: $MIZAN_AGENT, else who has the task)')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan report task-1f2e3d4c --status blocked --need "database credentials"\n')
    .action((task: string, options: ReportOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (ledger) => record(ledger, task, options)),
    );

  function record(ledger: Ledger, taskId: string, options: ReportOptions): Result<unknown> {
    const { status, need, text } = options;
    if (readStatus(status) === null) {
      return fail(
        'status-unknown',
        `A status is success, blocked or failure, not ${JSON.stringify(status)}`,
        '--status',
      );
    }
    const found = findWork(ledger, taskId, options.agent ?? context.environment.MIZAN_AGENT);
    if (!found.ok) return found;
    const { agentId } = found.value.row;
    const recorded = recordReport(ledger, {
      taskId,
      agentId,
      report: reportFrom({ status, need, text }),
      via: 'self-report',
      transcript: null,
      diff: null,
      facts: [],
      derived: false,
    });
    if (!recorded.ok) return recorded;
    if (options.json) printJson(context, { taskId, agentId, seq: recorded.value.seq });
    else {
      const task = printable(taskId);
      context.out(
        `Recorded for ${printable(agentId)}, not scored. Check it: mizan contract verify ${task} --in FOLDER\n`,
      );
    }
    return recorded;
  }
}
