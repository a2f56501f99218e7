import type { Thinker } from '../../agents/index.ts';
import type { JsonObject } from '../../canonical/index.ts';
import type { AgentOutput } from '../agent-output.ts';

/** A tool that a role wants to use. */
export interface ToolRequest {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * A role by rules: it asks for tools one after the other, is told what each said (its observation, as text), and
 * returns its output. Everything it does follows from what it was given, so the same turn is always the same.
 */
export type RoleScript = Generator<ToolRequest, AgentOutput, string>;

/** Lets a script think: one step of the script is one step under the kernel. */
export function scriptThinker(script: RoleScript): Thinker {
  return {
    think: async ({ history }) => {
      // The first `next` of a generator starts it, and what it is given is not heard.
      const step = script.next(history.at(-1)?.observation ?? '');
      if (step.done === true) return { action: { kind: 'final-answer', answer: JSON.stringify(step.value) } };
      const { tool, args } = step.value;
      return { action: { kind: 'tool-call', toolName: tool, query: JSON.stringify(args) } };
    },
  };
}
