import { z } from 'zod';
import type { GateMark } from '../gate-record.ts';
import { insideTree, placesIn } from './places.ts';

/** A linter that Mizan knows how to ask. */
export interface Linter {
  readonly name: string;
  readonly endings: readonly string[];
  /** Files at the top of a project that say it uses this linter; null when the linter also works without. */
  readonly configurations: RegExp | null;
  arguments(files: readonly string[]): readonly string[];
  /** Exit codes that mean "there are violations"; others than these and 0 mean that the linter itself failed. */
  readonly complains: readonly number[];
  marks(output: string, workTree: string): readonly GateMark[];
}

const python = ['.py', '.pyi'];
const javascript = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'];

function concise(output: string, workTree: string): readonly GateMark[] {
  return placesIn(output, workTree, null);
}

const eslintReport = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        line: z.number().optional(),
        column: z.number().optional(),
        severity: z.number(),
        message: z.string(),
        ruleId: z.string().nullable().optional(),
      }),
    ),
  }),
);

function eslintMarks(output: string, workTree: string): readonly GateMark[] {
  let raw: unknown;
  try {
    raw = JSON.parse(output.slice(output.indexOf('[')));
  } catch {
    // Warnings of Node around the report: the verdict is the exit code's, only the places are lost.
    return [];
  }
  const report = eslintReport.safeParse(raw);
  if (!report.success) return [];
  return report.data.flatMap(({ filePath, messages }) => {
    const file = insideTree(filePath, workTree);
    if (file === null) return [];
    return messages
      .filter(({ severity }) => severity === 2)
      .map(({ line, column, message, ruleId }) => ({
        file,
        line: line ?? 1,
        column: column ?? 0,
        message: ruleId ? `${message} (${ruleId})` : message,
      }));
  });
}

function biomeMarks(output: string, workTree: string): readonly GateMark[] {
  const marks: GateMark[] = [];
  const place = String.raw`file=(?<file>[^,]*),line=(?<line>\d+)[^:]*?col=(?<column>\d+)`;
  const pattern = new RegExp(`^::error title=(?<title>[^,]*),${place}[^:]*::(?<message>.*)$`, 'gm');
  for (const { groups } of output.matchAll(pattern)) {
    const file = insideTree(groups?.file ?? '', workTree);
    if (file === null) continue;
    const message = `${groups?.message} (${groups?.title})`;
    marks.push({ file, line: Number(groups?.line), column: Number(groups?.column), message });
  }
  return marks;
}

/** In order of preference; of two for the same language that need no configuration the first one found is asked. */
export const linters: readonly Linter[] = [
  {
    name: 'ruff',
    endings: python,
    configurations: null,
    arguments: (files) => ['check', '--no-cache', '--output-format', 'concise', '--', ...files],
    complains: [1],
    marks: concise,
  },
  {
    name: 'flake8',
    endings: python,
    configurations: null,
    arguments: (files) => ['--', ...files],
    complains: [1],
    marks: concise,
  },
  {
    name: 'eslint',
    endings: javascript,
    configurations: /^(eslint\.config\.[mc]?[jt]s|\.eslintrc(\.(js|cjs|json|ya?ml))?)$/,
    arguments: (files) => ['--format', 'json', '--', ...files],
    complains: [1],
    marks: eslintMarks,
  },
  {
    name: 'biome',
    endings: [...javascript, '.json', '.css'],
    configurations: /^\.?biome\.jsonc?$/,
    arguments: (files) => ['lint', '--reporter=github', '--no-errors-on-unmatched', ...files],
    complains: [1],
    marks: biomeMarks,
  },
];
