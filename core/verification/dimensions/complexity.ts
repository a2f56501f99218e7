import type { FunctionModel, SourceLanguage } from '../languages/model.ts';
import type { ComplexityRules } from '../policy/rules.ts';
import type { Violation } from '../result.ts';
import { violation } from './findings.ts';

/** Functions beyond the limits; a limit itself is still allowed (V4). */
export function complexityViolations(
  functions: readonly FunctionModel[],
  language: SourceLanguage,
  file: string,
  rules: ComplexityRules,
): readonly Violation[] {
  return functions.flatMap((one) => {
    const about = { dimension: 'complexity', file, line: one.line, symbol: one.symbol } as const;
    const found: Violation[] = [];
    if (rules.maxLinesPerFunction !== null && one.lines > rules.maxLinesPerFunction) {
      found.push(
        violation({
          ...about,
          type: 'function-too-long',
          rule: 'complexity/lines',
          message: `Function '${one.name}' has ${one.lines} lines (limit: ${rules.maxLinesPerFunction})`,
          suggestion: 'Extract helper functions',
        }),
      );
    }
    if (rules.maxNestingDepth !== null && one.nesting > rules.maxNestingDepth) {
      found.push(
        violation({
          ...about,
          type: 'excessive-nesting',
          rule: 'complexity/nesting',
          message: `Function '${one.name}' has a nesting depth of ${one.nesting} (limit: ${rules.maxNestingDepth})`,
          suggestion: 'Return early, or move inner blocks to functions of their own',
        }),
      );
    }
    if (rules.maxCyclomaticComplexity !== null && one.cyclomatic > rules.maxCyclomaticComplexity) {
      const count = `${one.cyclomatic} as counted by ${language.complexityAs}`;
      found.push(
        violation({
          ...about,
          type: 'high-complexity',
          rule: 'complexity/cyclomatic',
          message:
            `Function '${one.name}' has a cyclomatic complexity of ${count} ` +
            `(limit: ${rules.maxCyclomaticComplexity})`,
          suggestion: 'Split the function along its branches',
        }),
      );
    }
    return found;
  });
}
