/**
 * Plants wrong names (or with `--apis` changes that break users) in real packages and counts how many Mizan finds, or
 * with `--alarms` how often it alarms on the packages as they are: `node build/launch.mjs test/bench/planted/run.ts`.
 * The choices are the same on every run.
 */
import { parseArgs } from 'node:util';
import { findCorpora, lackingCorpora, linesOf } from './corpora.ts';
import type { Corpus, CorpusLanguage } from './corpus.ts';
import { brokenApis, type Planting, wrongNames } from './kinds.ts';
import { falseAlarms, foundOf } from './measure.ts';
import { planPlants } from './plan.ts';
import type { Plant } from './plant.ts';
import { dice } from './random.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '6' },
    alarms: { type: 'boolean' },
    apis: { type: 'boolean' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const byLanguage = new Map<CorpusLanguage, Corpus[]>();
for (const corpus of findCorpora()) {
  if (!`${corpus.language} ${corpus.name}`.includes(values.only)) continue;
  byLanguage.set(corpus.language, [...(byLanguage.get(corpus.language) ?? []), corpus]);
}
for (const lacking of lackingCorpora()) if (lacking.includes(values.only)) say(`Not on this machine: ${lacking}`);
for (const [language, corpora] of byLanguage) {
  if (values.alarms === true) await countAlarms(corpora);
  else {
    const planting = (values.apis === true ? brokenApis : wrongNames)[language];
    if (planting !== undefined) await countFound(language, corpora, planting);
  }
}

async function countFound(language: CorpusLanguage, corpora: readonly Corpus[], planting: Planting): Promise<void> {
  const counts = new Map<string, { planted: number; found: number; open: number }>();
  const missed: Plant[] = [];
  for (const { corpus, plants } of planPlants(corpora, planting, dice(Number(values.seed)))) {
    const { found, open } = await foundOf(corpus, plants, planting.dimension);
    for (const plant of plants) {
      const count = counts.get(plant.kind) ?? { planted: 0, found: 0, open: 0 };
      counts.set(plant.kind, {
        planted: count.planted + 1,
        found: count.found + Number(found.has(plant)),
        open: count.open + Number(open.has(plant)),
      });
      if (!found.has(plant) && !open.has(plant)) missed.push(plant);
    }
  }
  for (const [kind, { planted, found, open }] of counts) {
    const left = open === 0 ? '' : `, ${open} in files that were left open`;
    say(`${language.padEnd(12)} ${kind.padEnd(26)} ${found}/${planted}${left}`);
  }
  for (const { kind, path, line, shown } of missed) say(`   missed ${kind} ${path}:${line}  ${shown}`);
}

async function countAlarms(corpora: readonly Corpus[]): Promise<void> {
  for (const corpus of corpora) {
    const { violations, dimensionResults, durationMs } = await falseAlarms(corpus);
    const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive);
    const size = `${corpus.files.length} files, ${linesOf(corpus)} lines`;
    const found = `${violations.length} findings, ${open.length} left open, ${(durationMs / 1000).toFixed(1)} s`;
    say(`${corpus.language.padEnd(12)} ${corpus.name.padEnd(24)} ${size}: ${found}`);
    for (const { file, line, message } of violations) say(`   ${file}:${line}  ${message.slice(0, 140)}`);
  }
}
