import type { Result } from '../problem/index.ts';
import type { ApiReply } from './bridge.ts';
import { commands, type OperationName, type OperationOutput, type OperationParsed, queries } from './operations.ts';
import type { ValidRequest } from './request.ts';

type Answer<N extends OperationName> = Result<OperationOutput<N>>;

/** One function for every operation of the map. */
export type Handlers = {
  readonly [N in OperationName]: (input: OperationParsed<N>) => Promise<Answer<N>> | Answer<N>;
};

/**
 * Runs the handler of a checked request. Its answer goes through the operation's schema too, so nothing crosses a door
 * that the contract does not name; an answer that does not fit is a bug and throws.
 */
export async function dispatch<N extends OperationName>(
  handlers: Handlers,
  request: ValidRequest<N>,
): Promise<ApiReply> {
  const answer = await handlers[request.name](request.input);
  if (!answer.ok) return answer;
  const output = { ...queries, ...commands }[request.name].output.safeParse(answer.value);
  if (output.success) return { ok: true, value: output.data };
  throw new Error(`bug: ${request.name} answered outside its contract: ${output.error.message}`);
}
