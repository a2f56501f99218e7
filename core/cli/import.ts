import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ImportSummary, importSweBench } from '../interop/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { describeProblem, ok, type Result } from '../problem/index.ts';
import { listAgents } from '../reputation/index.ts';
import { agentTable } from './agent-table.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { progressBar } from './progress.ts';

interface ImportOptions {
  readonly ledger?: string;
  readonly json?: boolean;
}

/** `mizan import swe-bench DIR`. */
export function addImportCommands(program: Command, context: CliContext): void {
  program
    .command('import')
    .description('Weigh work that was done elsewhere.')
    .command('swe-bench')
    .argument('<folder>', 'holds results.jsonl, tasks.jsonl, reports.json and any *-resolved.json')
    .description('Import the results of a SWE-bench run, each instance as one contract. Running it again adds nothing.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan import swe-bench ./swe-bench-run --ledger team.mizan\n')
    .action((folder: string, options: ImportOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context, { create: true }), (ledger) =>
        importInto(ledger, resolve(context.workingFolder, folder), options),
      ),
    );

  async function importInto(ledger: Ledger, folder: string, options: ImportOptions): Promise<Result<null>> {
    const bar = progressBar(context, 'Importing');
    const imported = await importSweBench(folder, ledger, bar.show);
    bar.end();
    if (!imported.ok) return imported;
    const summary = imported.value;
    const agents = listAgents(ledger).filter(({ agentId }) => summary.agents.includes(agentId));
    for (const problem of summary.skipped) context.error(`skipped ${describeProblem(problem)}\n`);
    if (options.json) {
      const { added, known, events, skipped } = summary;
      printJson(context, {
        added,
        known,
        events,
        skipped: skipped.length,
        agents: agents.map((agent) => ({ ...agent })),
      });
    } else {
      context.out(`${agentTable(agents)}\n${countsOf(summary)}\n`);
    }
    return ok(null);
  }
}

function countsOf({ added, known, events, skipped }: ImportSummary): string {
  return `${added} added, ${known} already there, ${skipped.length} skipped, ${events} new events`;
}
