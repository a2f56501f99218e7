import {
  type AgentVerificationResult,
  type Dimension,
  type DimensionResult,
  dimensions,
  type Violation,
} from '../result.ts';

export const dimensionTitles: Readonly<Record<Dimension, string>> = {
  scope: 'Scope',
  hallucination: 'Hallucination',
  style: 'Style',
  semantics: 'Semantic',
  complexity: 'Complexity',
};

/** The report for people, in seed 004's layout. */
export function formatVerificationReport(result: AgentVerificationResult): string {
  const lines = [
    'Agent Verification Results',
    '==========================',
    `Policy: ${result.policyName}`,
    `Task: ${JSON.stringify(result.taskDescription)}`,
    `Status: ${result.status.toUpperCase()}`,
    '',
    'Dimension Results:',
    '------------------',
    ...dimensions.flatMap((dimension) =>
      result.dimensionResults.filter((one) => one.dimension === dimension).map(dimensionLine),
    ),
  ];
  const all = [...result.violations, ...result.warnings];
  if (all.length > 0) lines.push('', 'Violations:', '-----------', all.map(violationLines).join('\n\n'));
  const open = result.dimensionResults.flatMap(({ dimension, inconclusive }) =>
    inconclusive.map(({ file, reason, line, suggestion }) => {
      const place = file === null ? '' : ` in ${file}${line === undefined ? '' : `:${line}`}`;
      const advice = suggestion === undefined ? '' : `\n  Suggestion: ${suggestion}`;
      return `[INCONCLUSIVE] ${dimensionTitles[dimension]}${place}\n  ${reason}${advice}`;
    }),
  );
  if (open.length > 0) lines.push('', 'Inconclusive:', '-------------', open.join('\n\n'));
  if (result.notes.length > 0) {
    lines.push(
      '',
      'Files:',
      '------',
      ...result.notes.map(({ file, outcome, detail }) => `${file}: ${outcome}, ${detail}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

function dimensionLine({ dimension, status, violations, inconclusive }: DimensionResult): string {
  const title = dimensionTitles[dimension];
  const errors = violations.filter(({ severity }) => severity === 'error').length;
  const warnings = violations.length - errors;
  switch (status) {
    case 'failed':
      return `✗ ${title}: FAILED (${counted(errors, 'violation')})`;
    case 'inconclusive':
      return `? ${title}: INCONCLUSIVE (${counted(inconclusive.length, 'reason')})`;
    case 'skipped':
      return `- ${title}: SKIPPED (no rules)`;
    case 'warnings':
      return `✓ ${title}: PASSED (${counted(warnings, 'warning')})`;
    case 'passed':
      return `✓ ${title}: PASSED (0 violations)`;
  }
}

function violationLines(violation: Violation): string {
  const place = violation.line === null ? violation.file : `${violation.file}:${violation.line}`;
  const lines = [
    `[${violation.severity.toUpperCase()}] ${dimensionTitles[violation.dimension]} in ${place}`,
    `  ${violation.message}`,
  ];
  if (violation.suggestion !== null) lines.push(`  Suggestion: ${violation.suggestion}`);
  return lines.join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
