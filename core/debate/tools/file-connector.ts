import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readData } from '../../machine/index.ts';
import { fail, ok, type Problem, type Result } from '../../problem/index.ts';
import { type EnrichmentConnector, enrichmentRecord } from './connector.ts';

const maxFiles = 1_000;
const maxBytes = 1_048_576;

const fileSchema = z.array(
  enrichmentRecord.extend({ entity_type: z.enum(['COMPANY', 'PERSON', 'MARKET']), entity_name: z.string().min(1) }),
);
type FileRecord = z.infer<typeof fileSchema>[number];

/**
 * Data from files that somebody put in a folder: YAML or JSON lists of `{entity_type, entity_name, data_point, value,
 * source, as_of?, source_grade?}`. Read once, here. Names match without regard to case; no data points asked for means
 * all. Errors: `connector-unreadable`, and those of the first file that does not fit, with `file:line:column`.
 */
export async function openFileConnector(folder: string): Promise<Result<EnrichmentConnector>> {
  const read = await readFolder(folder);
  if (!read.ok) return read;
  const records = read.value;
  return ok({
    name: 'local files',
    query: async ({ entity_type: type, entity_name: name, data_points: wanted }) => {
      const points = new Set(wanted.map(plain));
      return records.filter(
        (record) =>
          record.entity_type === type &&
          plain(record.entity_name) === plain(name) &&
          (points.size === 0 || points.has(plain(record.data_point))),
      );
    },
  });
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

async function readFolder(folder: string): Promise<Result<readonly FileRecord[]>> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => /\.(?:json|ya?ml)$/u.test(name)).sort();
  } catch {
    return fail('connector-unreadable', 'The folder of enrichment data cannot be read', folder);
  }
  if (names.length > maxFiles) return fail('connector-unreadable', `There are more than ${maxFiles} files`, folder);
  const records: FileRecord[] = [];
  for (const name of names) {
    const file = await readRecords(join(folder, name));
    if (!file.ok) return file;
    records.push(...file.value);
  }
  return ok(records);
}

async function readRecords(path: string): Promise<Result<readonly FileRecord[]>> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null || size > maxBytes) {
    return fail('connector-unreadable', 'This is not a readable file of at most 1 MiB', path);
  }
  const data = await readData({ name: path, text: await readFile(path, 'utf8') }, fileSchema, maxBytes);
  return data.ok ? ok(data.value) : { ok: false, problem: firstOf(data.problems, path) };
}

function firstOf(problems: readonly Problem[], path: string): Problem {
  return problems[0] ?? { code: 'connector-unreadable', message: 'The file cannot be read', place: path };
}
