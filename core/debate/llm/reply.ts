import { z } from 'zod';
import { isWellFormed, type Json, type JsonObject } from '../../canonical/index.ts';
import { agentOutput } from '../agent-output.ts';

/** What a model replied: a tool it wants, its output, or text that is neither. */
export type Reply =
  | { readonly kind: 'tool'; readonly name: string; readonly args: JsonObject }
  | { readonly kind: 'output'; readonly output: JsonObject }
  | { readonly kind: 'text' };

export const answerAction = 'answer';

const fence = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/u;
const record = z.record(z.string(), z.json());
const toolReply = z.object({ action: z.string(), arguments: record.nullish() });
const outputReply = z.object({ output: record });

/**
 * Reads a reply: one JSON object, alone or as the only fenced block. Whether an output is worth anything is for the
 * gate; a tool's name may be any: the kernel and the permission matrix judge it.
 */
export function readReply(text: string): Reply {
  const parsed = parseJson(fence.exec(text)?.[1] ?? text);
  const whole = record.safeParse(parsed);
  if (!whole.success || !isWellFormed(whole.data)) return { kind: 'text' };
  const output = outputReply.safeParse(whole.data);
  const tool = toolReply.safeParse(whole.data);
  if (tool.success && tool.data.action !== answerAction) {
    return { kind: 'tool', name: tool.data.action, args: tool.data.arguments ?? {} };
  }
  if (output.success) return { kind: 'output', output: output.data.output };
  // Small models leave out the wrapping.
  return 'muhasabah_record' in whole.data ? { kind: 'output', output: whole.data } : { kind: 'text' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The parts of an output that the model writes; who it is and in which round is not for it to say. */
const written = agentOutput.pick({
  content: true,
  structured_content: true,
  claim_refs: true,
  calc_refs: true,
  muhasabah_record: true,
});

/**
 * JSON Schema of a reply, for endpoints that can hold a model to one. Only shapes: values are for the gate to judge.
 */
export function replySchema(tools: readonly string[]): JsonObject {
  const output = shapeOnly(z.toJSONSchema(written, { io: 'input', unrepresentable: 'any' }) as unknown as JsonObject);
  return {
    type: 'object',
    properties: {
      action: { type: 'string', enum: [...tools, answerAction] },
      arguments: { type: 'object', description: 'Arguments of the tool' },
      output,
    },
    required: ['action'],
  };
}

/** Constraints that servers support differently, or refuse. */
const unshared = new Set(['$schema', 'pattern', 'format', 'default', 'minimum', 'maximum', 'additionalProperties']);

function shapeOnly(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
    if (unshared.has(name)) return [];
    return [[name, name === 'properties' && isObject(value) ? eachShape(value) : shapeOf(value)]];
  });
  return Object.fromEntries(kept);
}

/** Names of fields are kept, whatever they are. */
function eachShape(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]));
}

function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(shapeOf);
  return isObject(value) ? shapeOnly(value) : value;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
