/** The conversation and the model's context window (K8). */
import { fixNatural } from './natural.ts';
import type { AgentState, ChatMessage } from './records.ts';
import { estimateTokens, utf8Prefix } from './text.ts';

/** Tokens of the window that are kept free for the model's answer. */
export const contextMargin = 500;

/** Tokens that messages may fill in a window of `maxTokens`. */
export function availableTokens(maxTokens: number): number {
  return Math.max(fixNatural(maxTokens) - contextMargin, 0);
}

/** The tokens of all messages together. */
export function messagesTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((total, message) => total + estimateTokens(message.content), 0);
}

/** Whether the messages leave the margin free. */
export function messagesFit(messages: readonly ChatMessage[], maxTokens: number): boolean {
  return messagesTokens(messages) <= availableTokens(maxTokens);
}

/**
 * The newest messages that fit. A leading system message is kept, and shortened when it alone does not fit; of the
 * others the oldest go first. The result always fits.
 */
export function truncateToFit(messages: readonly ChatMessage[], maxTokens: number): readonly ChatMessage[] {
  const available = availableTokens(maxTokens);
  const { system, others } = splitSystem(messages);
  if (system === null) return newestWithin(others, available);
  const kept = shortenToTokens(system, available);
  return [kept, ...newestWithin(others, available - estimateTokens(kept.content))];
}

/** A leading system message and the last `n` of the others. */
export function keepRecent(messages: readonly ChatMessage[], n: number): readonly ChatMessage[] {
  const { system, others } = splitSystem(messages);
  const recent = others.slice(Math.max(others.length - fixNatural(n), 0));
  return system === null ? recent : [system, ...recent];
}

/** Adds a message at the end; older ones give way until the window of the state fits. */
export function addMessage(message: ChatMessage, state: AgentState): AgentState {
  return { ...state, messages: truncateToFit([...state.messages, message], state.maxContextTokens) };
}

function splitSystem(messages: readonly ChatMessage[]): {
  readonly system: ChatMessage | null;
  readonly others: readonly ChatMessage[];
} {
  const [first, ...rest] = messages;
  return first?.role === 'system' ? { system: first, others: rest } : { system: null, others: messages };
}

function shortenToTokens(message: ChatMessage, tokens: number): ChatMessage {
  return { ...message, content: utf8Prefix(message.content, tokens * 4) };
}

function newestWithin(messages: readonly ChatMessage[], tokens: number): readonly ChatMessage[] {
  let excess = messagesTokens(messages) - tokens;
  const firstKept = messages.findIndex((message) => {
    if (excess <= 0) return true;
    excess -= estimateTokens(message.content);
    return false;
  });
  return firstKept === -1 ? [] : messages.slice(firstKept);
}
