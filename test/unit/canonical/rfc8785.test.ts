import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '../../../core/canonical/index.ts';

const file = fileURLToPath(new URL('../../../../shared/data/vectors/jcs-rfc8785.json', import.meta.url));
const vectors = z.array(z.object({ name: z.string(), input: z.string(), output: z.string() }));

test.skipIf(!existsSync(file))('the vectors of RFC 8785', () => {
  const parsed = vectors.parse(JSON.parse(readFileSync(file, 'utf8')));
  const wrong = parsed.filter(({ input, output }) => canonicalJson(JSON.parse(input)) !== output);
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(parsed).toHaveLength(6);
});
