import {
  type AgentVerificationResult,
  classify,
  type Dimension,
  type ProjectChange,
  parseRules,
  treeBefore,
  type Violation,
  verifyChange,
} from '../../../core/verification/index.ts';
import { systemClock, systemTicker } from '../../../core/world/index.ts';
import type { Corpus } from './corpora.ts';
import type { Plant } from './plant.ts';

/** The figures do not depend on how busy the machine is. */
const budget = { fileMs: 600_000, totalMs: 3_600_000 };
const rules: Readonly<Partial<Record<Dimension, object>>> = {
  hallucination: { hallucination_rules: {} },
  semantics: { semantic_rules: { preserve_exports: true, preserve_signatures: true } },
};

/** Which of the plants were found: by a violation in the file that names the planted name or stands in its line. */
export async function foundOf(
  corpus: Corpus,
  plants: readonly Plant[],
  dimension: 'hallucination' | 'semantics',
): Promise<ReadonlySet<Plant>> {
  const found = new Set<Plant>();
  let left = plants;
  while (left.length > 0) {
    // One plant for each file at a time.
    const round = [...new Map([...left].reverse().map((plant) => [plant.path, plant])).values()];
    for (const plant of await foundAtOnce(corpus, round, dimension)) found.add(plant);
    left = left.filter((plant) => !round.includes(plant));
  }
  return found;
}

async function foundAtOnce(
  { tree }: Corpus,
  plants: readonly Plant[],
  dimension: 'hallucination' | 'semantics',
): Promise<readonly Plant[]> {
  const bytes = new TextEncoder();
  const changed = new Map(plants.map(({ path, text }) => [path, classify(bytes.encode(text))]));
  const head = treeBefore(tree, new Set(changed.keys()), changed);
  const files = plants.map(({ path }) => ({ path, basePath: path }));
  const { violations, dimensionResults } = await verified({ base: tree, head, files }, dimension);
  const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive);
  const says = (plant: Plant) =>
    violations.some((one) => one.file === plant.path && (names(one, plant.symbol) || one.line === plant.line)) ||
    open.some(({ file, reason }) => file === plant.path && reason.includes(plant.symbol));
  return plants.filter(says);
}

function names({ symbol, message }: Violation, wanted: string): boolean {
  return symbol === wanted || message.includes(`'${wanted}'`) || symbol.split(/[.:]/).includes(wanted);
}

/** What is found in the sources as they are, without a base. */
export async function falseAlarms({ tree, files }: Corpus): Promise<AgentVerificationResult> {
  return verified({ base: null, head: tree, files: files.map((path) => ({ path, basePath: null })) }, 'hallucination');
}

async function verified(change: ProjectChange, dimension: Dimension): Promise<AgentVerificationResult> {
  const parsed = parseRules(rules[dimension], 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const policy = { name: 'planted', agentType: null, rules: parsed.value };
  const world = { clock: systemClock, ticker: systemTicker, signal: null, progress: () => undefined, budget };
  const result = await verifyChange(change, policy, '', world);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
