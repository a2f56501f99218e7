import { ok, type Result } from '../../problem/index.ts';
import { inspect } from '../inspection/inspect.ts';
import { type SyntaxReport, syntaxReport } from '../inspection/protocol.ts';
import { filesInQuestion } from './changed-files.ts';
import { withEarlierFolder } from './earlier-folder.ts';
import { asksNot, type GateInput, type GateRun, gateRun } from './gate-run.ts';

/** Every changed file in a language that Mizan parses has no syntax error that was not there before (C5). */
export async function astGate(input: GateInput): Promise<Result<GateRun>> {
  if (!input.contract.check_ast) return ok(gateRun('ast', 'skipped', asksNot));
  const files = await filesInQuestion(input.workTree, input.changed);
  const inspected = await inspectSyntax(input, input.workTree, files);
  if (!inspected.ok) return asInconclusive(inspected);
  const { report, durationMs } = inspected.value;
  const isOld = await filesWithOldErrors(input, report);
  if (!isOld.ok) return asInconclusive(isOld);
  const errors = report.errors.filter(({ file }) => !isOld.value.has(file));
  const more = { duration_ms: durationMs, tool: 'mizan' };
  const [first] = errors;
  if (first !== undefined) {
    const where = `${first.file}:${first.line}:${first.column}`;
    const count = new Set(errors.map(({ file }) => file)).size;
    const reason = `${count === 1 ? '1 file does' : `${count} files do`} not parse. ${where}: ${first.message}`;
    return ok(gateRun('ast', 'failed', reason, { ...more, marks: errors }));
  }
  if (report.parsed.length === 0) return ok(gateRun('ast', 'skipped', `No changed file is ${nothingParsed(report)}.`));
  const parsed = report.parsed.length === 1 ? '1 file parses' : `${report.parsed.length} files parse`;
  return ok(gateRun('ast', 'passed', `${parsed}${notes(report, isOld.value)}.`, more));
}

function inspectSyntax(input: GateInput, workTree: string, files: readonly string[]) {
  return inspect(input.reader, { check: 'syntax', workTree, files: [...files] }, syntaxReport, input.signal);
}

function asInconclusive(failed: Extract<Result<never>, { ok: false }>): Result<GateRun> {
  if (failed.problem.code === 'cancelled') return failed;
  return ok(gateRun('ast', 'inconclusive', failed.problem.message));
}

/** Of the files with errors those whose earlier text did not parse either: their errors are not this work's. */
async function filesWithOldErrors(input: GateInput, report: SyntaxReport): Promise<Result<ReadonlySet<string>>> {
  const suspects = [...new Set(report.errors.map(({ file }) => file))];
  if (input.earlier === null) return ok(new Set());
  return withEarlierFolder<Result<ReadonlySet<string>>>(input.earlier, suspects, async (folder, kept) => {
    if (kept.length === 0) return ok(new Set());
    const inspected = await inspectSyntax(input, folder, kept);
    if (!inspected.ok) return inspected;
    return ok(new Set(inspected.value.report.errors.map(({ file }) => file)));
  });
}

function nothingParsed(report: SyntaxReport): string {
  const [first] = report.passedOver;
  if (first === undefined) return 'in a language that Mizan parses';
  return `one that can be parsed: ${first.file} ${first.reason}`;
}

function notes(report: SyntaxReport, old: ReadonlySet<string>): string {
  const parts: string[] = [];
  const [first] = report.passedOver;
  if (first !== undefined) parts.push(`${report.passedOver.length} passed over: ${first.file} ${first.reason}`);
  if (old.size > 0) parts.push(`${[...old].join(', ')} did not parse before the change either`);
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}
