import type { AssistantPart, Json, PromptMessage } from '../../../../packages/server/src/ports/engine/model.ts';
import { callPart, resultMessage, valueIn, type WirePrompt } from '../../script-request.ts';
import type { ContentBlock } from './request-schema.ts';
import { type BlockMessage, blockMessages, type CheckedMessages } from './turns.ts';

/** A request as scripts see it. */
export function promptOf({ body }: CheckedMessages): WirePrompt {
  const tools = (body.tools ?? []).filter((tool) => 'input_schema' in tool);
  return {
    model: body.model,
    system: typeof body.system === 'string' ? body.system : (body.system ?? []).map(({ text }) => text).join(''),
    messages: blockMessages(body).flatMap(toMessages),
    toolNames: tools.map(({ name }) => name),
    mayCall: tools.length > 0 && body.tool_choice?.type !== 'none',
    maxOutputTokens: body.max_tokens,
  };
}

function toMessages({ role, content }: BlockMessage): PromptMessage[] {
  if (role === 'assistant') return [{ role, parts: content.flatMap(toPart) }];
  const results = content.flatMap((block) =>
    block.type === 'tool_result'
      ? [resultMessage(block.tool_use_id, valueIn(textOf(block.content)), block.is_error)]
      : [],
  );
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return [...results, ...(texts.length > 0 ? [{ role: 'user', text: texts.join('\n') } as const] : [])];
}

function toPart(block: ContentBlock): AssistantPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  return block.type === 'tool_use' ? [callPart(block.id, block.name, block.input as Json)] : [];
}

function textOf(content: Extract<ContentBlock, { type: 'tool_result' }>['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('');
}
