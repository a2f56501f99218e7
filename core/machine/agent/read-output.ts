import type { Json, JsonObject } from '../../canonical/index.ts';
import { fail, type Result, unreachable } from '../../problem/index.ts';
import type { OutputField } from '../config/schema.ts';
import { plainObject } from '../plain-json.ts';

export type OutputFields = { readonly [name: string]: OutputField };

const fence = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/;

/**
 * What a model answered, as the fields that were asked for. The answer is JSON, alone or in a fenced block; values are
 * never converted. Error: `output-invalid` with the path of the field.
 */
export function readOutput(text: string, fields: OutputFields): Result<JsonObject> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(fence.exec(text)?.[1] ?? text);
  } catch {
    return fail('output-invalid', 'The answer is not JSON');
  }
  const object = plainObject(parsed, 'The answer');
  if (!object.ok) return fail('output-invalid', object.problem.message);
  const wrong = wrongField(object.value, fields, '');
  return wrong === null ? object : fail('output-invalid', wrong.message, wrong.path);
}

interface Wrong {
  readonly path: string;
  readonly message: string;
}

function wrongField(value: JsonObject, fields: OutputFields, path: string): Wrong | null {
  for (const [name, field] of Object.entries(fields)) {
    const place = path === '' ? name : `${path}.${name}`;
    const given = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    if (given === null) {
      if (field.required === false || field.type === 'json') continue;
      return { path: place, message: `${place} is missing` };
    }
    const wrong = wrongValue(given, field, place);
    if (wrong !== null) return wrong;
  }
  return null;
}

function wrongValue(value: Json, field: OutputField, path: string): Wrong | null {
  if (!isOfType(value, field.type)) return { path, message: `${path} is not ${names[field.type]}` };
  if (field.enum !== undefined && !field.enum.some((allowed) => allowed === value)) {
    return { path, message: `${path} is none of ${field.enum.join(', ')}` };
  }
  if (field.type === 'list' && field.items !== undefined) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      const wrong = wrongValue(item, field.items, `${path}[${index}]`);
      if (wrong !== null) return wrong;
    }
  }
  return field.type === 'object' && field.properties !== undefined
    ? wrongField(value as JsonObject, field.properties, path)
    : null;
}

const names: Readonly<Record<OutputField['type'], string>> = {
  str: 'a text',
  int: 'a whole number',
  float: 'a number',
  bool: 'true or false',
  json: 'JSON',
  list: 'a list',
  object: 'a map',
};

function isOfType(value: Json, type: OutputField['type']): boolean {
  switch (type) {
    case 'str':
      return typeof value === 'string';
    case 'int':
      return Number.isSafeInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'json':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return unreachable(type);
  }
}
