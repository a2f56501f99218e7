import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import {
  assess,
  gateNames,
  parseContract,
  readReport,
  readStatus,
  reportFrom,
  type SelfReport,
} from '../../contracts/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { chooseSandbox, type SandboxProvider } from '../../sandbox/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { isRecord } from '../match.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  work_tree: z.record(z.string(), z.string()),
  outside: z.record(z.string(), z.string()).default({}),
  contract: z.record(z.string(), z.unknown()),
  claim: z.union([z.string(), z.record(z.string(), z.unknown())]).default('success'),
  need: z.string().optional(),
});

/** How long a process that had survived would get to leave its traces. */
const survivorPauseMs = 2000;

/** The four gates on a work tree of the case's own (C2-C6). Without a working sandbox the cases run unprotected. */
export function gates(environment: Readonly<Record<string, string | undefined>>): ConformanceKind {
  let sandbox: Promise<SandboxProvider> | null = null;
  return {
    kind: 'gates',
    async run(raw, expected) {
      const input = readInput(inputSchema, raw);
      if (!input.ok) return input;
      sandbox ??= bestSandbox(environment);
      const provider = await sandbox;
      const folder = await mkdtemp(join(tmpdir(), 'mizan-conformance-'));
      try {
        return await runIn(folder, input.value, pathsOf(expected), provider, environment);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function bestSandbox(environment: Readonly<Record<string, string | undefined>>): Promise<SandboxProvider> {
  for (const choice of ['auto', 'none'] as const) {
    const found = await chooseSandbox(choice, environment);
    if (found.ok) return found.value;
  }
  throw new Error('bug: running without a sandbox is always possible');
}

async function runIn(
  folder: string,
  input: z.infer<typeof inputSchema>,
  absent: readonly string[],
  sandbox: SandboxProvider,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<unknown>> {
  const contract = parseContract({ task_id: 'case', agent_id: 'case', objective: 'case', ...input.contract });
  if (!contract.ok) return contract;
  const workTree = join(folder, 'work');
  await mkdir(workTree);
  const beside = Object.entries(input.outside).map(([path, text]) => [join('..', path.replace(/^\.\.\//, '')), text]);
  const files = { ...input.work_tree, ...Object.fromEntries(beside) };
  const written = await writeFiles(workTree, files, folder);
  if (!written.ok) return written;
  const report = reportOf(input);
  const assessed = await assess(report, {
    contract: contract.value,
    workTree,
    changed: null,
    paths: null,
    source: null,
    sandbox,
    shellApproved: false,
    earlier: null,
    environment,
    signal: null,
    onGate: null,
  });
  if (!assessed.ok) return assessed;
  if (absent.length > 0) await wait(survivorPauseMs);
  const { verification, score } = assessed.value;
  const results = verification?.gates ?? gateNames.map((gate) => ({ gate, outcome: 'skipped' }));
  return ok({
    verdict: verification?.verdict ?? (report.status === 'blocked' ? 'inconclusive' : 'failed'),
    gate_failed: verification?.gateFailed ?? null,
    gates: Object.fromEntries(results.map(({ gate, outcome }) => [gate, outcome])),
    score,
    absent: absent.filter((path) => !existsSync(resolve(workTree, path))),
  });
}

/** A status word, a report's fields, or an agent's whole output with its fenced block. */
function reportOf({ claim, need }: z.infer<typeof inputSchema>): SelfReport {
  const more = need === undefined ? {} : { need };
  if (typeof claim !== 'string') return reportFrom({ ...more, ...claim });
  return readStatus(claim) === null ? readReport(claim) : reportFrom({ status: claim, ...more });
}

function pathsOf(expected: unknown): readonly string[] {
  const absent = isRecord(expected) ? expected.absent : undefined;
  return Array.isArray(absent) ? absent.filter((path) => typeof path === 'string') : [];
}

/** Writes the files of a case, relative to the work tree, never outside the case's own folder. */
async function writeFiles(
  workTree: string,
  files: Readonly<Record<string, string>>,
  fence: string,
): Promise<Result<null>> {
  for (const [path, text] of Object.entries(files)) {
    const target = resolve(workTree, path);
    if (!target.startsWith(fence + sep)) return fail('input-invalid', 'leaves the folder of the case', path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return ok(null);
}
