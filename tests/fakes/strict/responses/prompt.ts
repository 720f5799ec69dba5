import type { AssistantPart, PromptMessage } from '../../../../packages/server/src/ports/engine/model.ts';
import { callPart, resultMessage, valueIn, type WirePrompt } from '../../script-request.ts';
import { type CheckedResponses, isOutput, itemsOf } from './items.ts';
import type { InputItem } from './request-schema.ts';

/** A request as scripts see it: items of one answer are one assistant message. */
export function promptOf({ body }: CheckedResponses): WirePrompt {
  const functions = (body.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
  return {
    model: body.model,
    system: [body.instructions ?? '', ...itemsOf(body).map(systemText)].join(''),
    messages: messagesOf(itemsOf(body)),
    toolNames: functions,
    mayCall: functions.length > 0 && body.tool_choice !== 'none',
    maxOutputTokens: body.max_output_tokens ?? undefined,
  };
}

function messagesOf(items: readonly InputItem[]): PromptMessage[] {
  const messages: PromptMessage[] = [];
  let answer: AssistantPart[] | null = null;
  for (const item of items) {
    if (isOutput(item)) {
      if (answer === null) {
        answer = [];
        messages.push({ role: 'assistant', parts: answer });
      }
      answer.push(...toParts(item));
      continue;
    }
    answer = null;
    if ('role' in item) messages.push(...(item.role === 'user' ? [{ role: 'user', text: textOf(item) } as const] : []));
    else if ('output' in item) messages.push(resultMessage(item.call_id, valueIn(outputText(item.output))));
  }
  return messages;
}

function toParts(item: InputItem): AssistantPart[] {
  if ('role' in item) return [{ type: 'text', text: textOf(item) }];
  if (item.type !== 'function_call') return [];
  return [callPart(item.call_id, item.name, valueIn(item.arguments))];
}

type MessageItem = Extract<InputItem, { role: string }>;
type OutputItem = Extract<InputItem, { type: 'function_call_output' }>;

function textOf({ content }: MessageItem): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : '')).join('');
}

function outputText(output: OutputItem['output']): string {
  return typeof output === 'string' ? output : output.map((part) => ('text' in part ? part.text : '')).join('');
}

function systemText(item: InputItem): string {
  return 'role' in item && (item.role === 'system' || item.role === 'developer') ? textOf(item) : '';
}
