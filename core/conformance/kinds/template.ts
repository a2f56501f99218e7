import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { templateEngine } from '../../runs/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const json = z.json() as z.ZodType<Json>;

const inputSchema = z.object({
  template: json,
  context: json.default({}),
  input: json.default({}),
  output: json.default(null),
});

/** Jinja templates inside data (X6). */
export const template: ConformanceKind = {
  kind: 'template',
  async run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    const { template: source, ...variables } = read.value;
    const engine = await templateEngine();
    const checked = textsOf(source).map((text) => engine.check(text));
    const broken = checked.find((check): check is Extract<Result<void>, { ok: false }> => !check.ok);
    if (broken !== undefined) return broken;
    const rendered = engine.render(source, variables);
    return rendered.ok ? ok({ value: rendered.value }) : rendered;
  },
};

function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
