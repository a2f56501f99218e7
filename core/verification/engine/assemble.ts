import { verifyScope } from '../dimensions/scope.ts';
import type { VerificationPolicy } from '../policy/policy.ts';
import { fileNotes, unreadableViolations } from '../project/read-changed.ts';
import { changedOnly, type ProjectChange } from '../project/tree.ts';
import {
  type AgentVerificationResult,
  type Dimension,
  type DimensionResult,
  dimensionResult,
  dimensions,
  nothingFound,
  overallStatus,
  type Violation,
} from '../result.ts';
import { rewardHackingViolations } from '../reward-hacking/check.ts';
import { type Stopwatch, spentInAll, stopwatch } from './stopwatch.ts';
import type { UnitFindings } from './unit.ts';

/** The result of a verification from what its units found, with what is known of the change as a whole: scope, V8. */
export function assemble(
  change: ProjectChange,
  policy: VerificationPolicy,
  taskDescription: string,
  found: UnitFindings,
  durationMs: number,
): AgentVerificationResult {
  const { rules } = policy;
  const watch = stopwatch();
  const violations = withoutRepeats([...wholeChange(changedOnly(change), policy, watch), ...found.violations]).sort(
    byPlace,
  );
  const spent = spentInAll([found.spent, watch.spent()]);
  const dimensionResults = dimensions.map((dimension): DimensionResult => {
    if (rules[dimension] === null) return { dimension, status: 'skipped', durationMs: 0, ...nothingFound };
    return dimensionResult(dimension, spent[dimension] ?? 0, {
      violations: violations.filter((one) => one.dimension === dimension),
      inconclusive: found.open.filter((one) => one.dimension === dimension).map(({ dimension: _, ...rest }) => rest),
    });
  });
  const all = dimensionResults.flatMap((result) => result.violations);
  return {
    policyName: policy.name,
    taskDescription,
    status: overallStatus(dimensionResults),
    violations: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity !== 'error'),
    durationMs,
    dimensionResults,
    files: change.files.map(({ path }) => path),
    notes: fileNotes(change),
  };
}

function wholeChange(change: ProjectChange, { rules }: VerificationPolicy, watch: Stopwatch): readonly Violation[] {
  const found = [...unreadableViolations(change, rules)];
  const { scope } = rules;
  if (scope !== null) found.push(...watch.of(['scope'], () => verifyScope(change.files, scope).violations));
  if (rules.scope !== null || rules.semantics !== null) {
    const touched: Dimension = rules.scope !== null ? 'scope' : 'semantics';
    const weakened: Dimension = rules.semantics !== null ? 'semantics' : 'scope';
    found.push(...watch.of([weakened], () => rewardHackingViolations(change, { touched, weakened })));
  }
  return found;
}

/** A signature that is narrower by its syntax and by its types is told once. */
function withoutRepeats(violations: readonly Violation[]): Violation[] {
  const key = ({ file, symbol }: Violation) => JSON.stringify([file, symbol]);
  const told = new Set(violations.filter(({ type }) => type === 'incompatible-signature').map(key));
  return violations.filter((one) => one.type !== 'incompatible-type' || !told.has(key(one)));
}

/** The order does not depend on which unit was done first. */
function byPlace(one: Violation, other: Violation): number {
  return compare(one.file, other.file) || (one.line ?? 0) - (other.line ?? 0) || compare(one.rule, other.rule);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
