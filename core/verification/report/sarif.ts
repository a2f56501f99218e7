import type { Json } from '../../canonical/index.ts';
import type { AgentVerificationResult, Severity, Violation } from '../result.ts';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** The result as SARIF 2.1.0: one run, one rule per rule that was broken, inconclusive parts as notifications. */
export function verificationToSarif(
  result: AgentVerificationResult,
  version: string,
): { readonly [name: string]: Json } {
  const all = [...result.violations, ...result.warnings];
  const rules = [...new Set(all.map(({ rule }) => rule))].sort();
  const open = result.dimensionResults.flatMap(({ dimension, inconclusive }) =>
    inconclusive.map((reason) => ({ dimension, ...reason })),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Mizan',
            version,
            rules: rules.map((rule) => ({ id: rule, shortDescription: { text: rule.replaceAll(/[/-]/g, ' ') } })),
          },
        },
        invocations: [
          {
            executionSuccessful: open.length === 0,
            toolExecutionNotifications: open.map(({ dimension, file, reason, line }) => ({
              level: 'warning',
              message: { text: `${dimension}: ${reason}` },
              locations: file === null ? [] : [location(file, line ?? null)],
            })),
          },
        ],
        results: all.map((violation) => sarifResult(violation, rules.indexOf(violation.rule))),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

function sarifResult(violation: Violation, ruleIndex: number): { readonly [name: string]: Json } {
  const { suggestion, message } = violation;
  return {
    ruleId: violation.rule,
    ruleIndex,
    level: levels[violation.severity],
    message: { text: suggestion === null ? message : `${message}. ${suggestion}` },
    locations: [location(violation.file, violation.line)],
    properties: { dimension: violation.dimension, type: violation.type, symbol: violation.symbol },
  };
}

function location(file: string, line: number | null): { readonly [name: string]: Json } {
  const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/') };
  return { physicalLocation: line === null ? { artifactLocation } : { artifactLocation, region: { startLine: line } } };
}
