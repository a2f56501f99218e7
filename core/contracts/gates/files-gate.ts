import { ok, type Result } from '../../problem/index.ts';
import { inspect } from '../inspection/inspect.ts';
import { filesReport } from '../inspection/protocol.ts';
import { asksNot, type GateInput, type GateRun, gateRun } from './gate-run.ts';

/** Required files exist, are regular, not empty and inside the work tree (C3). */
export async function filesGate(input: GateInput): Promise<Result<GateRun>> {
  const files = input.contract.required_files;
  if (files.length === 0) return ok(gateRun('files', 'skipped', asksNot));
  const request = { check: 'files' as const, workTree: input.workTree, files: [...files] };
  const inspected = await inspect(input.reader, request, filesReport, input.signal);
  if (!inspected.ok) {
    if (inspected.problem.code === 'cancelled') return inspected;
    return ok(gateRun('files', 'inconclusive', inspected.problem.message));
  }
  const { report, durationMs } = inspected.value;
  const [first, ...others] = report.failures;
  const more = { duration_ms: durationMs, tool: 'mizan' };
  if (first === undefined) {
    const all = files.length === 1 ? 'The required file is' : `All ${files.length} required files are`;
    return ok(gateRun('files', 'passed', `${all} there and not empty.`, more));
  }
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return ok(gateRun('files', 'failed', `${first.file} ${first.reason}${rest}.`, more));
}
