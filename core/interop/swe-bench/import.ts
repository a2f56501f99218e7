import { draftIssue, draftOutcome, draftReport, findWork } from '../../contracts/index.ts';
import type { Actor, EventDraft, Ledger, LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Problem, type Result } from '../../problem/index.ts';
import { type Standing, standingOf } from '../../reputation/index.ts';
import { type ImportedWork, workOfList, workOfResult } from './convert.ts';
import { readSweBenchRun, type SweBenchRun } from './read.ts';

/** What an import did. */
export interface ImportSummary {
  /** Pieces of work that were added. */
  readonly added: number;
  /** Pieces of work that the ledger already held. */
  readonly known: number;
  /** Events that were appended: 0 when everything was there already. */
  readonly events: number;
  /** Rows that were missing, malformed or repeated. */
  readonly skipped: readonly Problem[];
  /** The agents that the folder is about, in the order in which they came. */
  readonly agents: readonly string[];
}

const integration: Actor = { kind: 'integration', id: 'swe-bench' };

/** Pieces of work in one transaction: few enough to show progress, enough to be fast. */
const batchSize = 50;

/**
 * Imports a folder of SWE-bench results: one contract per instance and agent in file order, weighed and scored by the
 * same rules as work done here; no human gates are opened (C10). What the ledger already holds is passed over.
 * `onProgress` gets pieces of work done and in all.
 * Errors: `import-file-missing`, `import-file-malformed`, `cancelled`, and the ledger's own.
 */
export async function importSweBench(
  folder: string,
  ledger: Ledger,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal | null = null,
): Promise<Result<ImportSummary>> {
  const run = await readSweBenchRun(folder);
  if (!run.ok) return run;
  const { work, problems } = allWork(run.value);
  let added = 0;
  let events = 0;
  for (let start = 0; start < work.length; start += batchSize) {
    if (signal?.aborted === true)
      return fail('cancelled', `Stopped after ${start} of ${work.length}; run it again to go on`);
    const batch = work.slice(start, start + batchSize);
    if (!batch.every((one) => isKnown(ledger, one))) {
      let unknown: readonly ImportedWork[] = [];
      const appended = ledger.appendDecided((reader) => {
        unknown = batch.filter((one) => !isKnown(reader, one));
        return draftsOf(reader, unknown);
      });
      if (!appended.ok) return appended;
      added += unknown.length;
      events += appended.value.events.length;
    }
    onProgress(Math.min(start + batchSize, work.length), work.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const agents = [...new Set(work.map(({ contract }) => contract.agent_id))];
  const skipped = [...run.value.skipped, ...problems];
  return ok({ added, known: work.length - added, events, skipped, agents });
}

function allWork(run: SweBenchRun): { work: readonly ImportedWork[]; problems: readonly Problem[] } {
  const converted = [
    ...run.results.map((row) => workOfResult(row, run.tasks.get(row.instanceId), run.reports.get(row.instanceId))),
    ...run.lists.flatMap((list) => [...run.tasks.values()].map((task) => workOfList(list, task))),
  ];
  return {
    work: converted.flatMap((result) => (result.ok ? [result.value] : [])),
    problems: converted.flatMap((result) => (result.ok ? [] : [result.problem])),
  };
}

function isKnown(reader: LedgerReader, { contract }: ImportedWork): boolean {
  return findWork(reader, contract.task_id, contract.agent_id).ok;
}

/** The events of a batch. Each agent's standing is carried from one piece of work to the next. */
function draftsOf(reader: LedgerReader, batch: readonly ImportedWork[]): Result<readonly EventDraft[]> {
  const standings = new Map<string, Standing>();
  const drafts: EventDraft[] = [];
  for (const work of batch) {
    const { contract } = work;
    const standing = standings.get(contract.agent_id) ?? standingOf(reader, contract.agent_id);
    const outcome = draftOutcome(
      integration,
      {
        taskId: contract.task_id,
        agentId: contract.agent_id,
        title: work.title,
        contract,
        diff: work.diff,
        diffIsNew: false,
        assessment: work.assessment,
        wasInconclusive: false,
        derived: work.derived,
      },
      standing,
    );
    if (!outcome.ok) return outcome;
    standings.set(contract.agent_id, outcome.value.after);
    drafts.push(draftIssue(integration, contract, standing, issueOf(work)), draftReport(deliveryOf(work)));
    drafts.push(...outcome.value.events);
  }
  return ok(drafts);
}

function issueOf({ title, derived, timestamp, base }: ImportedWork) {
  return { title, derived, shell_gate_id: null, source: { format: 'swe-bench', timestamp, base } };
}

function deliveryOf({ contract, report, diff, facts, derived }: ImportedWork) {
  return {
    taskId: contract.task_id,
    agentId: contract.agent_id,
    report,
    via: 'import' as const,
    transcript: null,
    diff,
    facts,
    derived,
  };
}
