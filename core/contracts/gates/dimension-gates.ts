import { createHash } from 'node:crypto';
import { ok, type Result } from '../../problem/index.ts';
import { type FoundDimensions, findingsPerDimension, openPartLimit } from '../findings/finding.ts';
import { type DimensionName, dimensionNames, type GateOutcome, type GateRecord } from '../gate-record.ts';
import { inspect } from '../inspection/inspect.ts';
import { type DimensionsReport, dimensionsReport } from '../inspection/protocol.ts';
import { withEarlierFolder } from './earlier-folder.ts';
import { type GateInput, gateRun } from './gate-run.ts';
import { packagesFolder } from './packages-folder.ts';
import { asProblem, namedPolicy } from './policy-check.ts';

/** A change of more files than this is not read file by file. */
const fileLimit = 5000;
const verdictOf: Readonly<Record<Verified['dimensions'][number]['status'], GateOutcome>> = {
  passed: 'passed',
  warnings: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
};

type Verified = Extract<DimensionsReport, { kind: 'verified' }>;

/** How the dimensions ended; `found` is null when they could not run. */
export interface DimensionRun {
  readonly records: readonly GateRecord[];
  readonly found: FoundDimensions | null;
}

/**
 * The five dimensions of the change under the contract's policy, all of them in one process (V1-V9). What they cannot
 * look at is inconclusive. Errors: `cancelled`, and those of `checkPolicy`.
 */
export async function dimensionGates(input: GateInput, policy: string): Promise<Result<DimensionRun>> {
  const { paths, earlier } = input;
  if (paths === null || earlier === null) return ok(allOf('inconclusive', unknownChange));
  if (paths.length === 0) return ok(allOf('skipped', 'Nothing was changed.'));
  if (paths.length > fileLimit) {
    return ok(allOf('inconclusive', `The change touches ${paths.length} files; more than ${fileLimit} are not read.`));
  }
  const before = paths.flatMap(({ basePath }) => (basePath === null ? [] : [basePath]));
  const named = await namedPolicy(policy, earlier);
  const inspected = await withEarlierFolder(earlier, before, (baseFolder) =>
    inspect(
      input.reader,
      {
        check: 'dimensions',
        workTree: input.workTree,
        policy: named,
        task: input.contract.objective,
        files: paths.map(({ path, basePath }) => ({ path, basePath })),
        baseFolder,
        packagesFrom: packagesFolder(input.workTree, input.source),
      },
      dimensionsReport,
      input.signal,
    ),
  );
  if (!inspected.ok) {
    if (inspected.problem.code === 'cancelled') return inspected;
    return ok(allOf('inconclusive', inspected.problem.message));
  }
  const { report } = inspected.value;
  return report.kind === 'refused' ? asProblem(report) : ok(runOf(report, policy));
}

const unknownChange =
  'What was changed is not known, so new and old cannot be told apart. ' +
  'Run the agent with mizan contract run, or check its work in a git repository.';

/** Every dimension with the same outcome. */
export function allOf(outcome: GateOutcome, reason: string): DimensionRun {
  return { records: dimensionNames.map((name) => gateRun(name, outcome, reason).record), found: null };
}

function runOf(report: Verified, policy: string): DimensionRun {
  const findings = dimensionNames.flatMap((name) =>
    report.findings.filter(({ dimension }) => dimension === name).slice(0, findingsPerDimension),
  );
  const open = report.dimensions.flatMap(({ dimension, open: parts }) =>
    parts.slice(0, openPartLimit).map((part) => ({ dimension, ...part })),
  );
  return {
    records: dimensionNames.map((name) => recordOf(name, report)),
    found: {
      policy,
      policyDigest: `sha256:${createHash('sha256').update(report.rules).digest('hex')}`,
      found: report.dimensions.reduce((sum, { errors, warnings }) => sum + errors + warnings, 0),
      warnings: report.dimensions.reduce((sum, { warnings }) => sum + warnings, 0),
      findings,
      open,
      json: report.json,
    },
  };
}

function recordOf(name: DimensionName, { dimensions, findings }: Verified): GateRecord {
  const result = dimensions.find(({ dimension }) => dimension === name);
  if (result === undefined || result.status === 'skipped') {
    return gateRun(name, 'skipped', 'The policy has no rules for it.').record;
  }
  const { status, durationMs, errors, warnings, open } = result;
  const more = { tool: 'mizan', duration_ms: durationMs };
  const outcome = verdictOf[status];
  const [first] = open;
  if (outcome === 'inconclusive' && first !== undefined) {
    const place = first.file === null ? '' : `${first.file}: `;
    const rest = open.length > 1 ? ` (and ${open.length - 1} more)` : '';
    return gateRun(name, outcome, `${place}${first.reason}${rest}`, more).record;
  }
  const counts = [counted(errors, 'error'), counted(warnings, 'warning')].filter((text) => text !== '').join(', ');
  const example = findings.find(({ dimension }) => dimension === name);
  if (example === undefined || counts === '') return gateRun(name, outcome, 'No new violation.', more).record;
  const place = example.line === null ? example.file : `${example.file}:${example.line}`;
  return gateRun(name, outcome, `${counts}. ${place}: ${example.message}`, more).record;
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
