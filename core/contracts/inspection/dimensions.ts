/** The five dimensions over an agent's change, inside the inspector's process (seed 004, V1-V9). */
import { canonicalJson, type Json } from '../../canonical/index.ts';
import type { Problem } from '../../problem/index.ts';
import {
  type AgentVerificationResult,
  folderTree,
  type ProjectTree,
  policyNamed,
  systemTools,
  treeBefore,
  type Violation,
  verificationToJson,
  verifyChange,
} from '../../verification/index.ts';
import { systemClock, systemTicker } from '../../world/index.ts';
import type { DimensionsReport, InspectionRequest, NamedPolicy, PolicyReport } from './protocol.ts';

/** More than this nobody reads; the counts stay whole. */
const findingLimit = 2000;
const openLimit = 200;

/** Whether the policy can be used at all, before any work is done under it. */
export function checkPolicy({ name, ownText }: NamedPolicy): PolicyReport {
  const policy = policyNamed(name, ownText);
  return policy.ok ? { kind: 'usable' } : refused(policy.problem);
}

/** Head is the work tree; base is the same with the changed files as they were. */
export async function verifyDimensions(
  request: Extract<InspectionRequest, { check: 'dimensions' }>,
): Promise<DimensionsReport> {
  const policy = policyNamed(request.policy.name, request.policy.ownText);
  if (!policy.ok) return refused(policy.problem);
  const head = folderTree(request.workTree, request.packagesFrom);
  const change = { base: baseTree(request, head), head, files: request.files };
  const tools = systemTools(process.env, null);
  const world = { clock: systemClock, ticker: systemTicker, signal: null, progress: () => undefined, tools };
  const verified = await verifyChange(change, policy.value, request.task, world);
  // Nobody cancels it in here.
  if (!verified.ok) return refused(verified.problem);
  return reportOf(verified.value, canonicalJson(rulesOf(policy.value.rules)));
}

function refused({ code, message, place }: Problem): Extract<DimensionsReport, { kind: 'refused' }> {
  return { kind: 'refused', code, message, place: place ?? null };
}

function baseTree(
  { files, baseFolder }: Extract<InspectionRequest, { check: 'dimensions' }>,
  head: ProjectTree,
): ProjectTree {
  const disk = folderTree(baseFolder);
  const before = files.flatMap(({ basePath }) => (basePath === null ? [] : [[basePath, disk.read(basePath)] as const]));
  return treeBefore(head, new Set(files.map(({ path }) => path)), new Map(before));
}

function reportOf(result: AgentVerificationResult, rules: string): DimensionsReport {
  const all = [...result.violations, ...result.warnings];
  const shown = all.slice(0, findingLimit);
  const kept = new Set(shown);
  const bounded = {
    ...result,
    violations: result.violations.filter((one) => kept.has(one)),
    warnings: result.warnings.filter((one) => kept.has(one)),
  };
  return {
    kind: 'verified',
    rules,
    dimensions: result.dimensionResults.map(({ dimension, status, violations, inconclusive, durationMs }) => ({
      dimension,
      status,
      durationMs: Math.round(durationMs),
      errors: violations.filter(({ severity }) => severity === 'error').length,
      warnings: violations.filter(({ severity }) => severity !== 'error').length,
      open: inconclusive.slice(0, openLimit).map(({ file, reason }) => ({ file, reason: cut(reason, 500) })),
    })),
    findings: shown.map(findingOf),
    json: JSON.stringify({ ...verificationToJson(bounded), found: all.length }, null, 2),
  };
}

function findingOf(violation: Violation) {
  const { dimension, severity, rule, file, line, symbol, message, suggestion } = violation;
  return {
    dimension,
    severity,
    rule,
    file: cut(file, 1000),
    line,
    symbol: cut(symbol, 200),
    message: cut(message, 500),
    suggestion: suggestion === null ? null : cut(suggestion, 300),
  };
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text.toWellFormed() : `${text.slice(0, limit - 1).toWellFormed()}…`;
}

function rulesOf(rules: object): Json {
  return JSON.parse(JSON.stringify(rules)) as Json;
}
