import type { ThreadState } from '@retinue/protocol';
import type { AssistantPart, Json, ModelRequest, PromptMessage } from '../../ports/engine/model.ts';
import type { PlannedStep } from '../step/plan-step.ts';
import { charactersPerToken, sayItem } from './build-request.ts';
import type { CompactionPlace } from './compaction-place.ts';
import { closingMessage, compactionPrompt, cutMessage } from './copy.ts';
import { openingOf } from './remember.ts';
import { trimMessages } from './trim-prompt.ts';

/**
 * Asks for the summary. The history is one text rather than a conversation: the model must describe it, not continue
 * it, and providers require the definitions of all tools that were called.
 */
export function compactionRequest(
  thread: ThreadState,
  planned: PlannedStep,
  { items }: CompactionPlace,
  limitTokens: number,
): ModelRequest {
  const { agent, threadId } = thread;
  const maxChars = limitTokens * charactersPerToken - compactionPrompt.length;
  const messages = trimMessages([...openingOf(thread), ...items.flatMap((item) => sayItem(thread, item))], maxChars);
  const record = cutMiddle(
    messages.map(tell).join('\n\n'),
    maxChars - closingMessage(summaryChars(limitTokens)).length,
  );
  return {
    model: agent.model,
    sampling: agent.sampling,
    system: compactionPrompt,
    messages: [{ role: 'user', text: `${record}\n\n${closingMessage(summaryChars(limitTokens))}` }],
    tools: [],
    toolChoice: 'none',
    place: { threadId, agentId: agent.agentId, ...planned },
  };
}

/** The maximum length of a summary. */
export function summaryChars(limitTokens: number): number {
  return Math.floor((limitTokens * charactersPerToken) / 10);
}

function tell(message: PromptMessage): string {
  if (message.role === 'user') return `[Came in]\n${message.text}`;
  if (message.role === 'assistant') return message.parts.flatMap(tellPart).join('\n\n');
  return message.results
    .map(({ name, value, failed }) => `[${name} ${failed ? 'failed' : 'answered'}]\n${asText(value)}`)
    .join('\n\n');
}

function tellPart(part: AssistantPart): string[] {
  if (part.type === 'reasoning') return [];
  return [
    part.type === 'text' ? `[The agent said]\n${part.text}` : `[The agent called ${part.name}]\n${asText(part.args)}`,
  ];
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const half = Math.floor((maxChars - cutMessage.length) / 2);
  return `${text.slice(0, half).toWellFormed()}${cutMessage}${text.slice(text.length - half).toWellFormed()}`;
}
