import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import { machineSchema } from './schema.ts';

/**
 * The JSON Schema of machine configurations, as published in `docs/schemas/`. What a schema cannot say is not in it.
 */
export function machineJsonSchema(): Json {
  return z.toJSONSchema(machineSchema, { io: 'input', unrepresentable: 'any' }) as unknown as Json;
}
