import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isWellFormed } from '../../canonical/index.ts';
import { fail, ok, type Problem, type Result } from '../../problem/index.ts';
import {
  type HarnessReport,
  harnessReport,
  type ResolvedList,
  type ResultRow,
  resolvedList,
  resultRow,
  type TaskRow,
  taskRow,
} from './records.ts';

/** What a folder holds, and the rows that had to be left out. */
export interface SweBenchRun {
  readonly results: readonly ResultRow[];
  /** In file order. */
  readonly tasks: ReadonlyMap<string, TaskRow>;
  readonly reports: ReadonlyMap<string, HarnessReport>;
  readonly lists: readonly ResolvedList[];
  readonly skipped: readonly Problem[];
}

/** Reads a folder of SWE-bench results. Errors: `import-file-missing`, `import-file-malformed` with the file. */
export async function readSweBenchRun(folder: string): Promise<Result<SweBenchRun>> {
  const skipped: Problem[] = [];
  const results = await readLines(folder, 'results.jsonl', resultRow, skipped);
  if (!results.ok) return results;
  const taskRows = await readLines(folder, 'tasks.jsonl', taskRow, skipped);
  if (!taskRows.ok) return taskRows;
  const reports = await readReports(folder, skipped);
  if (!reports.ok) return reports;
  const lists = await readLists(folder, skipped);
  const tasks = new Map(taskRows.value.map((task) => [task.instance_id, task]));
  const malformed = reports.value.malformed;
  const usable = withoutRepeats(results.value, skipped).filter(({ instanceId }) => !malformed.has(instanceId));
  const present = new Set(results.value.map(({ instanceId }) => instanceId));
  for (const id of tasks.keys()) {
    if (!present.has(id))
      skipped.push({ code: 'row-missing', message: `There is no result for ${id}`, place: 'results.jsonl' });
  }
  return ok({ results: usable, tasks, reports: reports.value.reports, lists, skipped });
}

async function readText(folder: string, name: string): Promise<Result<string>> {
  try {
    return ok(await readFile(join(folder, name), 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('import-file-missing', `The import needs the file ${name}: ${reason}`, join(folder, name));
  }
}

async function readLines<T>(
  folder: string,
  name: string,
  schema: z.ZodType<T>,
  skipped: Problem[],
): Promise<Result<readonly T[]>> {
  const text = await readText(folder, name);
  if (!text.ok) return text;
  const rows: T[] = [];
  for (const [index, line] of text.value.split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = readRow(line, schema);
    if (row.ok) rows.push(row.value);
    else skipped.push({ code: 'row-malformed', message: row.problem.message, place: `${name}:${index + 1}` });
  }
  return ok(rows);
}

function readRow<T>(text: string, schema: z.ZodType<T>): Result<T> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return fail('row-malformed', `Not JSON: ${error instanceof Error ? error.message : error}`);
  }
  return checked(raw, schema);
}

function checked<T>(raw: unknown, schema: z.ZodType<T>): Result<T> {
  if (!isWellFormed(raw)) return fail('row-malformed', 'holds text that is not valid Unicode');
  const parsed = schema.safeParse(raw);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return fail('row-malformed', `${issue?.path.join('.') || 'row'}: ${issue?.message}`);
}

async function readReports(
  folder: string,
  skipped: Problem[],
): Promise<Result<{ reports: ReadonlyMap<string, HarnessReport>; malformed: ReadonlySet<string> }>> {
  const name = 'reports.json';
  const text = await readText(folder, name);
  if (!text.ok) return text;
  const members = readRow(text.value, z.record(z.string(), z.unknown()));
  if (!members.ok) return fail('import-file-malformed', members.problem.message, join(folder, name));
  const reports = new Map<string, HarnessReport>();
  const malformed = new Set<string>();
  for (const [id, raw] of Object.entries(members.value)) {
    const report = checked(raw, harnessReport);
    if (report.ok) {
      reports.set(id, report.value);
    } else {
      malformed.add(id);
      skipped.push({ code: 'row-malformed', message: report.problem.message, place: `${name}: ${id}` });
    }
  }
  return ok({ reports, malformed });
}

async function readLists(folder: string, skipped: Problem[]): Promise<readonly ResolvedList[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('-resolved.json')).sort();
  const lists: ResolvedList[] = [];
  for (const name of names) {
    const text = await readText(folder, name);
    const list = text.ok ? readRow(text.value, resolvedList) : text;
    if (list.ok) lists.push(list.value);
    else skipped.push({ code: 'row-malformed', message: list.problem.message, place: name });
  }
  return lists;
}

/** A task is scored once per agent: of two rows for the same task the first counts. */
function withoutRepeats(rows: readonly ResultRow[], skipped: Problem[]): readonly ResultRow[] {
  const seen = new Set<string>();
  return rows.filter(({ agent, model, instanceId }) => {
    const key = JSON.stringify([agent, model, instanceId]);
    if (!seen.has(key)) return seen.add(key) !== undefined;
    const message = `${instanceId} is there twice for ${agent}/${model}`;
    skipped.push({ code: 'row-repeated', message, place: 'results.jsonl' });
    return false;
  });
}
