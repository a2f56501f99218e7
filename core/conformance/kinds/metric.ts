import { z } from 'zod';
import { fail, ok } from '../../problem/index.ts';
import { languageNamed, readSource } from '../../verification/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { isRecord, matches } from '../match.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({ language: z.string(), source: z.string() });

/** Complexity of functions (V7); every expected function is found among the results by its bare name. */
export const metric: ConformanceKind = {
  kind: 'metric',
  run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const found = languageNamed(input.value.language);
    if (found === null) return fail('unknown-language', `There is no language ${JSON.stringify(input.value.language)}`);
    const [language, path] = found;
    const model = readSource(language, input.value.source, path);
    if ('reason' in model) return fail('not-read', `The source ${model.reason}`);
    if (model.syntaxError !== null)
      return fail('syntax-error', model.syntaxError.message, `line ${model.syntaxError.line}`);
    return ok({
      functions: model.functions.map(({ name, cyclomatic, nesting, lines }) => ({ name, cyclomatic, nesting, lines })),
    });
  },
  matches(actual, expected) {
    if (!isRecord(actual) || !isRecord(expected)) return false;
    const { functions } = actual;
    if (!Array.isArray(functions) || !Array.isArray(expected.functions)) return false;
    return expected.functions.every((one) => functions.some((candidate) => matches(candidate, one)));
  },
};
