import {
  type AgentVerificationResult,
  type Dimension,
  type DimensionResult,
  dimensions,
  type FileNote,
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
  const open = openLines(result.dimensionResults);
  if (open.length > 0) lines.push('', 'Inconclusive:', '-------------', open.join('\n\n'));
  const files = result.files.length === 0 ? ['No file has changed'] : result.notes.map(noteLine);
  if (files.length > 0) lines.push('', 'Files:', '------', ...files);
  return `${lines.join('\n')}\n`;
}

/** What keeps several dimensions from knowing the same is told once. */
function openLines(results: readonly DimensionResult[]): readonly string[] {
  const titles = new Map<string, string[]>();
  for (const { dimension, inconclusive } of results) {
    for (const { file, reason, line, suggestion } of inconclusive) {
      const place = file === null ? '' : ` in ${file}${line === undefined ? '' : `:${line}`}`;
      const advice = suggestion === undefined ? '' : `\n  Suggestion: ${suggestion}`;
      const text = `${place}\n  ${reason}${advice}`;
      titles.set(text, [...(titles.get(text) ?? []), dimensionTitles[dimension]]);
    }
  }
  return [...titles].map(([text, of]) => `[INCONCLUSIVE] ${of.join(', ')}${text}`);
}

function noteLine({ file, detail }: FileNote): string {
  return `${file} ${detail}`;
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
