import { z } from 'zod';
import type { Json } from '../canonical/index.ts';
import { contractSchema } from './contract.ts';

/** The contract's JSON Schema (2020-12), as published in `docs/schemas/task-contract.schema.json`. */
export function contractJsonSchema(): Json {
  const { $schema, ...rest } = z.toJSONSchema(contractSchema, { io: 'input' });
  return JSON.parse(JSON.stringify({ $schema, title: 'Mizan task contract', ...rest })) as Json;
}
