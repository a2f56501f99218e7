import type { z } from 'zod';
import { isWellFormed, type JsonObject } from '../../canonical/index.ts';
import { type DebateTool, failed, type ToolReply, type ToolWorld } from './tool.ts';

/** A tool whose arguments are checked first. Error: `InvalidArgumentsError` with the field. */
export function withArguments<T>(
  schema: z.ZodType<T>,
  run: (checked: T, world: ToolWorld) => ToolReply | Promise<ToolReply>,
): DebateTool {
  return (raw, world) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return run(parsed.data, world);
    const issue = parsed.error.issues[0];
    return failed(
      'InvalidArgumentsError',
      `${issue?.path.join('.') || 'arguments'}: ${issue?.message ?? 'do not fit'}`,
    );
  };
}

/** The arguments in what an agent sent: one JSON object, or null. */
export function parseArguments(query: string): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(query);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject && isWellFormed(parsed) ? (parsed as JsonObject) : null;
  } catch {
    return null;
  }
}
