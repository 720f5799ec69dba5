import type { ServerSide } from '../core/provider.ts';
import type { ClaudeModel } from './models.ts';
import type { ContentBlock, MessagesRequest } from './request-schema.ts';

/** A request whose shape is right, with what its rules ask about. */
export interface CheckedMessages {
  body: MessagesRequest;
  model: ClaudeModel;
  betas: readonly string[];
  /** `anthropic-version`. */
  version: string;
  server: ServerSide;
}

/** A message with its content as blocks. */
export interface BlockMessage {
  role: 'user' | 'assistant' | 'system';
  content: readonly ContentBlock[];
}

export function blockMessages({ messages }: MessagesRequest): BlockMessage[] {
  return messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }));
}

export interface PlacedBlock {
  block: ContentBlock;
  role: BlockMessage['role'];
  message: number;
  index: number;
}

/** Every block of the prompt with its place, as `messages.1.content.0`. */
export function placedBlocks(body: MessagesRequest): PlacedBlock[] {
  return blockMessages(body).flatMap(({ role, content }, message) =>
    content.map((block, index) => ({ block, role, message, index })),
  );
}

export function placeOf({ message, index }: PlacedBlock): string {
  return `messages.${message}.content.${index}`;
}

/**
 * The place of the present turn's first answer: behind the last user message that is more than tool results. All
 * messages from there on are one tool cycle, and their thinking must come back.
 */
export function turnStart(body: MessagesRequest): number {
  return (
    blockMessages(body).findLastIndex(
      ({ role, content }) => role === 'user' && !content.some(({ type }) => type === 'tool_result'),
    ) + 1
  );
}

/** The mode that a request thinks in. */
export function thinkingMode({ body, model }: CheckedMessages): 'adaptive' | 'enabled' | 'disabled' | 'between_tools' {
  return body.thinking?.type ?? model.defaultThinking;
}

export function thinks(request: CheckedMessages): boolean {
  const mode = thinkingMode(request);
  return mode === 'adaptive' || mode === 'enabled';
}

/** Thinking between the calls of one turn: always in adaptive mode, by a beta header in manual mode. */
export function interleaves(request: CheckedMessages): boolean {
  if (thinkingMode(request) === 'adaptive') return true;
  return request.betas.some((beta) => beta.startsWith('interleaved-thinking-'));
}
