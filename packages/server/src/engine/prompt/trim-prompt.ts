import type { ModelRequest, PromptMessage, ToolResult } from '../../ports/engine/model.ts';
import { charactersPerToken, lengthOf, sizeOf } from './build-request.ts';

/** A shorter prompt if it can't be summarized: old results are left out first. */
export function trimPrompt(request: ModelRequest, limitTokens: number): ModelRequest {
  const maxChars = limitTokens * charactersPerToken - request.system.length;
  return { ...request, messages: trimMessages(request.messages, maxChars) };
}

/** Only as many of the oldest large results as necessary are replaced by their beginnings. */
export function trimMessages(messages: readonly PromptMessage[], maxChars: number): PromptMessage[] {
  let excess = messages.reduce((sum, message) => sum + lengthOf(message), 0) - maxChars;
  return messages.map((message) => {
    if (excess <= 0 || message.role !== 'tool') return message;
    const results = message.results.map((result) => {
      if (excess <= 0) return result;
      const shorter = leaveOut(result);
      excess -= sizeOf(result.value) - sizeOf(shorter.value);
      return shorter;
    });
    return { ...message, results };
  });
}

function leaveOut(result: ToolResult): ToolResult {
  const text = typeof result.value === 'string' ? result.value : JSON.stringify(result.value);
  if (text.length <= largeChars) return result;
  const value = `${text.slice(0, keptChars).toWellFormed()}\n[… ${text.length - keptChars} more characters of this result are left out to make room. Ask again if you need them.]`;
  return { ...result, value };
}

const largeChars = 1000;
const keptChars = 200;
