/**
 * `node build/launch.mjs test/history/run.ts [REPOSITORY] [FILE] [POLICY]`: verifies every commit of a repository
 * against its parent under a policy, by default strict-code-generation, and prints findings by dimension and rule.
 * FILE gets every finding as JSON lines, and a run that was stopped goes on behind the commits that FILE holds
 * already. Made for this project's own history.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import {
  defaultPolicyName,
  prepareVerification,
  type Violation,
  verifyInThisThread,
} from '../../core/verification/index.ts';
import { systemClock } from '../../core/world/index.ts';

interface CommitFindings {
  readonly commit: string;
  readonly status: string;
  readonly files: number;
  readonly findings: readonly Pick<Violation, 'dimension' | 'rule' | 'severity' | 'file' | 'line' | 'message'>[];
  readonly open: readonly { readonly dimension: string; readonly file: string | null; readonly reason: string }[];
}

const [repository = process.cwd(), file = 'own-history.jsonl', policyName = defaultPolicyName, order = 'oldest-first'] =
  process.argv.slice(2);
const git = (...words: string[]) => execFileSync('git', words, { cwd: repository, encoding: 'utf8' }).trim();

/** Null for a commit without a parent: nothing to compare it with. */
async function verifyCommit(commit: string): Promise<CommitFindings | null> {
  const parents = git('rev-list', '--parents', '-n', '1', commit).split(' ').slice(1);
  const [parent] = parents;
  if (parent === undefined) return null;
  const task = await prepareVerification({
    folder: repository,
    policyName,
    paths: [],
    ref: parent,
    to: commit,
  });
  if (!task.ok) throw new Error(task.problem.message);
  const { change, policy } = task.value;
  const verified = await verifyInThisThread(change, policy, '', systemClock);
  if (!verified.ok) throw new Error(verified.problem.message);
  const { status, files, dimensionResults, violations, warnings } = verified.value;
  return {
    commit,
    status,
    files: files.length,
    findings: [...violations, ...warnings].map(({ dimension, rule, severity, file: path, line, message }) => {
      return { dimension, rule, severity, file: path, line, message };
    }),
    open: dimensionResults.flatMap(({ dimension, inconclusive }) =>
      inconclusive.map(({ file: path, reason }) => ({ dimension, file: path, reason })),
    ),
  };
}

function readDone(): CommitFindings[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CommitFindings);
  // Where two runs meet, both may have verified the same commit.
  return [...new Map(all.map((one) => [one.commit, one])).values()];
}

function table(all: readonly CommitFindings[]): string {
  const rows = new Map<string, { found: number; commits: Set<string>; severity: string }>();
  for (const { commit, findings } of all) {
    for (const { rule, severity } of findings) {
      const row = rows.get(rule) ?? { found: 0, commits: new Set(), severity };
      row.found += 1;
      row.commits.add(commit);
      rows.set(rule, row);
    }
  }
  const lines = [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([rule, { found, commits, severity }]) => `| ${rule} | ${severity} | ${found} | ${commits.size} |`);
  const statuses = ['passed', 'warnings', 'failed', 'inconclusive'].map(
    (status) => `${all.filter((one) => one.status === status).length} ${status}`,
  );
  return [
    '| rule | severity | findings | commits |',
    '|---|---|---|---|',
    ...lines,
    '',
    `${all.length} commits: ${statuses.join(', ')}`,
  ].join('\n');
}

const listing = order === 'newest-first' ? ['rev-list', 'HEAD'] : ['rev-list', '--reverse', 'HEAD'];
const commits = git(...listing).split('\n');
for (const [index, commit] of commits.entries()) {
  if (readDone().some((one) => one.commit === commit)) continue;
  const startedAt = performance.now();
  const found = await verifyCommit(commit);
  if (found === null) continue;
  appendFileSync(file, `${JSON.stringify(found)}\n`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`${index + 1}/${commits.length} ${commit.slice(0, 9)} ${found.status} ${seconds} s\n`);
}
process.stdout.write(`${table(readDone())}\n`);
