import type { Json } from '../../canonical/index.ts';
import { type AgentVerificationResult, type Violation, verificationPassed } from '../result.ts';

/** The record of seed 004's JSON schema, with more fields beside the required ones (V9). */
export function verificationToJson(result: AgentVerificationResult): { readonly [name: string]: Json } {
  return {
    passed: verificationPassed(result),
    status: result.status,
    policy_name: result.policyName,
    task_description: result.taskDescription,
    dimensions: Object.fromEntries(
      result.dimensionResults.map(({ dimension, status }) => [
        dimension,
        status !== 'failed' && status !== 'inconclusive',
      ]),
    ),
    dimension_results: Object.fromEntries(
      result.dimensionResults.map(({ dimension, status, inconclusive, durationMs }) => [
        dimension,
        {
          status,
          inconclusive: inconclusive.map((reason) => ({ ...reason })),
          duration_ms: Math.round(durationMs),
        },
      ]),
    ),
    violations: [...result.violations, ...result.warnings].map(violationToJson),
    files: [...result.files],
    notes: result.notes.map((note) => ({ ...note })),
    duration_ms: Math.round(result.durationMs),
  };
}

/** One violation of the same schema. */
export function violationToJson(violation: Violation): { readonly [name: string]: Json } {
  const { type, severity, dimension, file, line, message, suggestion, rule, symbol } = violation;
  return {
    type,
    dimension,
    severity,
    message,
    location: line === null ? { file } : { file, line },
    file,
    line,
    suggestion,
    rule,
    symbol,
  };
}
