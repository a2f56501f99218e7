import type { Thinker, ThoughtUsage } from '../../agents/index.ts';
import type { ModelClient, ModelReply } from '../../language-model/index.ts';
import { MachineFailure } from '../../machine/index.ts';
import type { RolePlayer, TurnRequest } from '../role-player.ts';
import { conversation } from './conversation.ts';
import type { DebateModels } from './model-file.ts';
import { readReply, replySchema } from './reply.ts';
import { toolsToOffer } from './tool-guide.ts';

/**
 * Roles played by a model. What it replies is trusted in nothing: a tool call goes through the kernel and the
 * permission matrix, an output through the Muḥāsabah gate, and a reply that is neither is an output that the gate
 * rejects (D5).
 */
export function llmRolePlayer(models: DebateModels): RolePlayer {
  const { max_steps: maxSteps, tokens: tokenBudget, seconds: timeBudget } = models.turn;
  return {
    kind: 'llm',
    budget: { maxSteps, tokenBudget, timeBudget },
    thinkerFor: (request) => thinkerOf(models.clientOf(request.role), request),
  };
}

function thinkerOf(model: ModelClient, request: TurnRequest): Thinker {
  return {
    think: async ({ history, signal }) => {
      const reply = await model.ask({
        messages: conversation(request, history, model.settings),
        schema: replySchema(toolsToOffer(request.role)),
        signal,
      });
      if (reply.ok) return { action: actionOf(reply.value, request), usage: usageOf(reply.value) };
      const { code, message } = reply.problem;
      if (code === 'model-reply-too-large' || code === 'model-reply-unreadable') {
        return { action: { kind: 'final-answer', answer: `[error: ${message}]` } };
      }
      // The endpoint failed, not the model: no output came, so there is none to reject.
      throw code === 'cancelled' ? new Error(message) : new MachineFailure(code, message, false);
    },
  };
}

function actionOf({ text, end }: ModelReply, { role, round }: TurnRequest) {
  const reply = readReply(text);
  switch (reply.kind) {
    case 'tool':
      return { kind: 'tool-call', toolName: reply.name, query: JSON.stringify(reply.args) };
    case 'output': {
      // Who speaks and when is known; a model that says otherwise is not believed.
      const output = { ...reply.output, agent_id: role, role, round_number: round, tool_calls: [] };
      return { kind: 'final-answer', answer: JSON.stringify(output) };
    }
    case 'text':
      return { kind: 'final-answer', answer: end === 'length' ? `${text}\n[error: cut at max_output_tokens]` : text };
  }
}

function usageOf({ usage }: ModelReply): ThoughtUsage {
  const { inputTokens, outputTokens, estimated, cost, currency } = usage;
  return { inputTokens, outputTokens, estimated, cost, currency };
}
