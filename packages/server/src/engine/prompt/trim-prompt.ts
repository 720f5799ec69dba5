import type { ModelRequest, PromptMessage, ToolResult } from '../../ports/model.ts';
import { charactersPerToken, lengthOf, sizeOf } from './build-request.ts';

/** The same prompt with less in it, where it can't be summarised: results that were read long ago are left out first. */
export function trimPrompt(request: ModelRequest, limitTokens: number): ModelRequest {
  const roomChars = limitTokens * charactersPerToken - request.system.length;
  return { ...request, messages: trimMessages(request.messages, roomChars) };
}

/** As many of the oldest large results are replaced by their beginnings as it takes, and no more. */
export function trimMessages(messages: readonly PromptMessage[], roomChars: number): PromptMessage[] {
  let excess = messages.reduce((sum, message) => sum + lengthOf(message), 0) - roomChars;
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
