import { join } from 'node:path';
import type { z } from 'zod';
import { fail, ok, type Result } from '../../problem/index.ts';
import { outputText, ownNode, type SandboxedRun, type SandboxProvider } from '../../sandbox/index.ts';
import { inspectorPlace } from './place.ts';
import type { InspectionRequest } from './protocol.ts';

const inspector = inspectorPlace(import.meta.filename);
/** The dimensions stop reading after 120 s by themselves; what one file takes beyond that is cut off here. */
const timeoutMs = 150_000;
/** A source that makes a parser ask for more ends the inspector, not the host. */
const memoryLimitMiB = 2048;
const outputLimit = 16 * 1024 * 1024;

/**
 * Asks the inspector in its own process, inside the sandbox when there is one. Errors: `inspection-failed` (it crashed
 * or ran too long: nothing is known about the work), `sandbox-broken`, `cancelled`.
 */
export async function inspect<T>(
  provider: SandboxProvider,
  request: InspectionRequest,
  report: z.ZodType<T>,
  signal: AbortSignal | null,
): Promise<Result<{ readonly report: T; readonly durationMs: number }>> {
  const node = ownNode();
  const run: SandboxedRun = {
    command: [node, `--max-old-space-size=${memoryLimitMiB}`, inspector.script],
    workTree: request.workTree,
    writable: false,
    seenAs: request.workTree,
    readable: [node, inspector.programFolder, ...furtherFolders(request)],
    input: JSON.stringify(request),
    timeoutMs,
    outputLimit,
    signal,
  };
  const result = await provider.run(run);
  if (!result.ok) return result;
  const { ending, output, durationMs } = result.value;
  if (ending.kind === 'cancelled') return fail('cancelled', 'The check was cancelled');
  const text = outputText(output);
  if (ending.kind !== 'exited' || ending.code !== 0) {
    return fail(
      'inspection-failed',
      `The inspector ended with ${JSON.stringify(ending)}: ${text.trim().slice(-300).toWellFormed()}`,
    );
  }
  const parsed = report.safeParse(parseJson(text));
  if (!parsed.success) return fail('inspection-failed', 'The inspector gave no readable answer');
  return ok({ report: parsed.data, durationMs });
}

function furtherFolders(request: InspectionRequest): readonly string[] {
  if (request.check !== 'dimensions') return [];
  const { baseFolder, packagesFrom } = request;
  return packagesFrom === null ? [baseFolder] : [baseFolder, join(packagesFrom, 'node_modules')];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What does not parse does not fit the report's schema either, which is where it is told.
    return null;
  }
}
