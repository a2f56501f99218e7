import { type ProjectTree, textOf } from '../project/tree.ts';
import type { DimensionFindings } from '../result.ts';

/**
 * Findings in lines that `ts-ignore` or `ts-expect-error` silences, left open. In a change such comments are not heard;
 * where there is no base, nobody can say that the change brought the line (V2, V3).
 */
export function silencedLeftOpen(
  { violations, inconclusive }: DimensionFindings,
  tree: ProjectTree,
): DimensionFindings {
  const isSilenced = (file: string, line: number | null) => {
    const before = line === null ? undefined : (textOf(tree, file) ?? '').split('\n')[line - 2];
    return before !== undefined && /^\s*\{?\s*(\/\/|\/?\*)\s*@ts-(ignore|expect-error)\b/.test(before);
  };
  const silenced = violations.filter(({ file, line }) => isSilenced(file, line));
  return {
    violations: violations.filter((one) => !silenced.includes(one)),
    inconclusive: [
      ...inconclusive,
      ...silenced.map(({ file, line, message }) => ({
        file,
        ...(line === null ? {} : { line }),
        reason: `${message} (a comment silences the compiler here, and there is no base)`,
      })),
    ],
  };
}
