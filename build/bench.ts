/** `npm run bench`: every bench, one table. Figures, not a verdict: a missed aim is shown and the exit code stays 0. */
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, BenchRow } from './bench-row.ts';
import { projectRoot } from './run-command.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function show({ name, value, aim, met, note }: BenchRow): void {
  const sign = met === null ? '    ' : met ? 'met ' : 'MISS';
  say(`${sign} ${name.padEnd(62)} ${value.padStart(14)}${aim === null ? '' : `   aim ${aim}`}`);
  if (note !== '') say(`     ${note}`);
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const folder = join(projectRoot, 'test', 'bench');
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.ts') && file.includes(values.only ?? ''));
say(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ` +
    `${new Date().toISOString()}`,
);
for (const file of files.sort()) {
  say(`--- ${file.replace('.bench.ts', '')}`);
  try {
    const { bench } = (await import(join(folder, file))) as { bench: Bench };
    await bench(show);
  } catch (error) {
    say(`     did not run: ${error instanceof Error ? error.message : String(error)}`);
  }
}
