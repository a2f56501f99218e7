import {
  type AgentVerificationResult,
  classify,
  type Dimension,
  type ProjectChange,
  parseRules,
  systemTools,
  treeBefore,
  type Violation,
  verifyChange,
} from '../../../core/verification/index.ts';
import { systemClock, systemTicker } from '../../../core/world/index.ts';
import type { Corpus } from './corpus.ts';
import type { Plant } from './plant.ts';

/** The figures do not depend on how busy the machine is. */
const budget = { fileMs: 600_000, totalMs: 3_600_000 };
const rules: Readonly<Partial<Record<Dimension, object>>> = {
  hallucination: { hallucination_rules: {} },
  semantics: { semantic_rules: { preserve_exports: true, preserve_signatures: true } },
};

/** What became of plants: the others were missed. */
export interface Outcome {
  readonly found: ReadonlySet<Plant>;
  /** Those whose file was left open for another reason, so that nobody is told that it is right. */
  readonly open: ReadonlySet<Plant>;
}

/** Which of the plants were found: by a violation in the file that names the planted name or stands in its line. */
export async function foundOf(
  corpus: Corpus,
  plants: readonly Plant[],
  dimension: 'hallucination' | 'semantics',
): Promise<Outcome> {
  const found = new Set<Plant>();
  const open = new Set<Plant>();
  let left = plants;
  while (left.length > 0) {
    // One plant for each file at a time.
    const each = [...new Map([...left].reverse().map((plant) => [plant.path, plant])).values()];
    const round = corpus.isAlone === true ? each.slice(0, 1) : each;
    const outcome = await foundAtOnce(corpus, round, dimension);
    for (const plant of outcome.found) found.add(plant);
    for (const plant of outcome.open) open.add(plant);
    left = left.filter((plant) => !round.includes(plant));
  }
  return { found, open };
}

async function foundAtOnce(
  { tree }: Corpus,
  plants: readonly Plant[],
  dimension: 'hallucination' | 'semantics',
): Promise<Outcome> {
  const bytes = new TextEncoder();
  const changed = new Map(plants.map(({ path, text }) => [path, classify(bytes.encode(text))]));
  const head = treeBefore(tree, new Set(changed.keys()), changed);
  const files = plants.map(({ path }) => ({ path, basePath: path }));
  const { violations, dimensionResults } = await verified({ base: tree, head, files }, dimension);
  const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive);
  const says = (plant: Plant) =>
    violations.some((one) => one.file === plant.path && (names(one, plant.symbol) || one.line === plant.line)) ||
    open.some(({ file, reason }) => file === plant.path && reason.includes(plant.symbol));
  const found = new Set(plants.filter(says));
  const left = plants.filter((plant) => !found.has(plant) && open.some(({ file }) => file === plant.path));
  return { found, open: new Set(left) };
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
  const tools = systemTools(process.env, null);
  const world = { clock: systemClock, ticker: systemTicker, signal: null, progress: () => undefined, budget, tools };
  const result = await verifyChange(change, policy, '', world);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
