import { z } from 'zod';
import type { Json } from '../canonical/index.ts';
import { agentOutput } from './agent-output.ts';
import { caseFile } from './case/case-file.ts';
import { debateState } from './debate-state.ts';
import { muhasabahRecord } from './muhasabah/record.ts';

const schemas = {
  case: ['Mizan case', caseFile],
  'debate-state': ['Debate state (seed 002 §3.1)', debateState],
  'agent-output': ['Agent output (seed 002 §3.2)', agentOutput],
  'muhasabah-record': ['Muḥāsabah record (seed 002 §3.3)', muhasabahRecord],
} as const;

export type DebateSchemaName = keyof typeof schemas;
export const debateSchemaNames = Object.keys(schemas) as readonly DebateSchemaName[];

/** The JSON Schemas (2020-12) of what a person or an agent writes, as published in `docs/schemas/NAME.schema.json`. */
export function debateJsonSchema(name: DebateSchemaName): Json {
  const [title, schema] = schemas[name];
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return JSON.parse(JSON.stringify({ $schema, title, ...rest })) as Json;
}
