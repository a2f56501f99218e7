import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { machineJsonSchema } from '../../../core/machine/index.ts';

const published = fileURLToPath(new URL('../../../docs/schemas/flatmachine.schema.json', import.meta.url));

test('the published JSON Schema is the one that configurations are checked against', () => {
  expect(JSON.parse(readFileSync(published, 'utf8'))).toStrictEqual(machineJsonSchema());
});
