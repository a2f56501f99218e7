import type { JsonObject } from '../../canonical/index.ts';
import { type ActionHistory, contextMargin, estimateTokens, truncateOutput } from '../../kernel/index.ts';
import type { ModelMessage, ModelSettings } from '../../language-model/index.ts';
import type { TurnRequest } from '../role-player.ts';
import { caseData } from './case-data.ts';
import { dataBlock } from './data-block.ts';
import { rolePrompt } from './prompts/role-prompts.ts';
import { toolGuide, toolsToOffer } from './tool-guide.ts';

/** Characters of a tool's result that go into the conversation while there is room. */
const longestResult = 8_000;

/**
 * The conversation in which a model takes its next step: who it is, the case as data, why its last output was rejected,
 * and its tool calls so far with their results. It fits the context of the model with room for the reply (K8).
 */
export function conversation(
  request: TurnRequest,
  history: ActionHistory,
  { context_tokens: context, limits }: ModelSettings,
): readonly ModelMessage[] {
  const instructions = `${rolePrompt(request.role)}\n\n${toolGuide(toolsToOffer(request.role))}`;
  const room = Math.max(context - limits.max_output_tokens - contextMargin - estimateTokens(instructions), 1_000);
  const steps = fittingSteps(history, room / 2);
  const rest = room - tokensOf(steps);
  const { role, round, state } = request;
  const turn = `Round ${round} of ${state.max_rounds}, turn "${request.turn}". You are the ${role}.`;
  const rejected = rejection(request);
  const data = caseData(request, rest - estimateTokens(turn) - estimateTokens(rejected));
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: [turn, data, rejected].filter((part) => part !== '').join('\n\n') },
    ...steps,
  ];
}

/**
 * The retry is told what was wrong with the first attempt (D5). The details can quote text of the model or the case.
 */
function rejection({ attempt, violations }: TurnRequest): string {
  if (attempt === 1) return '';
  const block = dataBlock('violations', violations);
  return (
    'Your last output was rejected and nobody saw it. This is your only other attempt. ' +
    `Put right what these rules name:\n${block}`
  );
}

/** Tool calls and results as they were said, each result cut further until all fit into `tokens`. */
function fittingSteps(history: ActionHistory, tokens: number): readonly ModelMessage[] {
  for (let longest = longestResult; ; longest = Math.floor(longest / 2)) {
    const steps = history.flatMap((record): ModelMessage[] => {
      if (record.action.kind !== 'tool-call') return [];
      const { toolName, query } = record.action;
      const call: JsonObject = { action: toolName, arguments: truncateOutput(query, longest) };
      const result = dataBlock(`result of ${toolName}`, [truncateOutput(record.observation, longest)]);
      return [
        { role: 'assistant', content: JSON.stringify(call) },
        { role: 'user', content: result },
      ];
    });
    if (tokensOf(steps) <= tokens || longest < 100) return steps;
  }
}

function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}
