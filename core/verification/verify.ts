import type { Clock } from '../world/index.ts';
import { introduced } from './dimensions/findings.ts';
import { verifyScope } from './dimensions/scope.ts';
import { hallucinationFindings } from './hallucination/check.ts';
import type { VerificationPolicy } from './policy/policy.ts';
import { fileNotes, readFile, unreadableViolations } from './project/read-changed.ts';
import type { ProjectChange } from './project/tree.ts';
import {
  type AgentVerificationResult,
  type Dimension,
  type DimensionFindings,
  type DimensionResult,
  dimensionResult,
  dimensions,
  type Inconclusive,
  nothingFound,
  overallStatus,
  type Violation,
} from './result.ts';
import { rewardHackingViolations } from './reward-hacking/check.ts';
import { verifyFile } from './verify-file.ts';

/** How long one verification may take before what is left is inconclusive. */
const timeBudgetMs = 120_000;

export interface VerificationStep {
  readonly done: number;
  readonly total: number;
}

/**
 * Verifies a change under a policy, file by file: take steps until it returns the result. What head has and base has not
 * is reported (V2); what could not be looked at is inconclusive, never passed in silence (V3).
 */
export function* verifyChange(
  change: ProjectChange,
  policy: VerificationPolicy,
  taskDescription: string,
  clock: Clock,
): Generator<VerificationStep, AgentVerificationResult, void> {
  const startedAt = clock.now();
  const { rules } = policy;
  const total = change.files.length + 1;
  const found = new Map<Dimension, Collected>(dimensions.map((name) => [name, { violations: [], inconclusive: [] }]));
  const add = (dimension: Dimension, findings: DimensionFindings) => {
    found.get(dimension)?.violations.push(...findings.violations);
    found.get(dimension)?.inconclusive.push(...findings.inconclusive);
  };
  const addAll = (violations: readonly Violation[]) => {
    for (const one of violations) found.get(one.dimension)?.violations.push(one);
  };

  if (rules.scope !== null) add('scope', verifyScope(change.files, rules.scope));
  addAll(unreadableViolations(change, policy.rules));
  for (const [index, file] of change.files.entries()) {
    yield { done: index, total };
    if (clock.now() - startedAt > timeBudgetMs) {
      addOpen(found, policy, { file: file.path, reason: 'was not reached within the time budget' });
      continue;
    }
    const head = readFile(change.head, file.path);
    const base = change.base === null || file.basePath === null ? null : readFile(change.base, file.basePath);
    const { violations, open } = verifyFile(file.path, head, base, rules);
    addAll(violations);
    if (open !== null) addOpen(found, policy, { file: file.path, ...open });
  }
  yield { done: total - 1, total };
  if (rules.hallucination !== null) {
    const left = timeBudgetMs - (clock.now() - startedAt);
    add(
      'hallucination',
      left > 0 ? hallucinations(change, policy) : leftOpen('There was no time left to look up names'),
    );
  }
  if (rules.scope !== null || rules.semantics !== null) {
    const touched = rules.scope !== null ? 'scope' : 'semantics';
    addAll(rewardHackingViolations(change, { touched, weakened: rules.semantics !== null ? 'semantics' : 'scope' }));
  }

  const dimensionResults = dimensions.map((dimension): DimensionResult => {
    if (rules[dimension] === null) return { dimension, status: 'skipped', ...nothingFound };
    return dimensionResult(dimension, found.get(dimension) ?? nothingFound);
  });
  const all = dimensionResults.flatMap(({ violations }) => violations);
  return {
    policyName: policy.name,
    taskDescription,
    status: overallStatus(dimensionResults),
    violations: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity !== 'error'),
    durationMs: clock.now() - startedAt,
    dimensionResults,
    files: change.files.map(({ path }) => path),
    notes: fileNotes(change),
  };
}

interface Collected {
  readonly violations: Violation[];
  readonly inconclusive: Inconclusive[];
}

/** What a whole file left open is open in every dimension that reads sources. */
function addOpen(found: ReadonlyMap<Dimension, Collected>, { rules }: VerificationPolicy, reason: Inconclusive): void {
  for (const dimension of ['style', 'semantics', 'complexity'] as const) {
    if (rules[dimension] !== null) found.get(dimension)?.inconclusive.push(reason);
  }
}

function leftOpen(reason: string): DimensionFindings {
  return { violations: [], inconclusive: [{ file: null, reason }] };
}

function hallucinations(change: ProjectChange, { rules }: VerificationPolicy): DimensionFindings {
  if (rules.hallucination === null) return nothingFound;
  const head = hallucinationFindings(
    change.head,
    change.files.map(({ path }) => path),
    rules.hallucination,
  );
  if (change.base === null) return head;
  // Only files with findings can have had them before.
  const suspects = new Set([...head.violations, ...head.inconclusive].map(({ file }) => file));
  const old = change.files.flatMap(({ path, basePath }) =>
    basePath === null || !suspects.has(path) ? [] : [basePath],
  );
  if (old.length === 0) return head;
  const base = hallucinationFindings(change.base, old, rules.hallucination);
  const known = new Set(base.inconclusive.map(({ file, reason }) => JSON.stringify([file, reason])));
  return {
    violations: introduced(head.violations, base.violations),
    inconclusive: head.inconclusive.filter(({ file, reason }) => !known.has(JSON.stringify([file, reason]))),
  };
}
