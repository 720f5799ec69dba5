import type { PromptMessage } from '../../../../packages/server/src/ports/engine/model.ts';
import { callPart, resultMessage, valueIn, type WirePrompt } from '../../script-request.ts';
import type { StrictProvider, WireRequest } from '../core/provider.ts';
import { type BrokenRule, firstBroken } from '../core/rule.ts';
import { digest } from '../core/seal.ts';
import { findOpenAi } from '../openai/models.ts';
import { failureReply, problemReply } from '../openai/problems.ts';
import { type CheckedChat, planChatCache } from './cache-plan.ts';
import { type ChatMessage, chatRequest } from './request-schema.ts';
import { chatRules, chatWireRules } from './rules.ts';
import { writeCompletion } from './stream.ts';

/*
 * OpenAI chat completions, as OpenAI itself serves them. Compatible servers take more.
 *
 *   POST /v1/chat/completions   authorization: Bearer …
 *   { model, stream: true, stream_options: { include_usage: true }, tools, reasoning_effort, max_completion_tokens,
 *     messages: [ { role: 'developer' | 'system' }, { role: 'user' },
 *                 { role: 'assistant', content, tool_calls: [{ id, type, function: { name, arguments } }] },
 *                 { role: 'tool', tool_call_id, content }… ] }
 *
 *   data: { choices: [{ delta: { role, content: '' } }] }         empty delta first
 *   data: { choices: [{ delta: { content } | { refusal } | { tool_calls: [{ index, … }] } | { annotations } }] } …
 *   data: { choices: [{ delta: {}, finish_reason }] }
 *   data: { choices: [], usage }                                  only with include_usage
 *   data: [DONE]                                                  comments (`: keep-alive`) may stand anywhere
 *
 * Reasoning is counted and never shown. It answers streams only.
 */
export const chat: StrictProvider<CheckedChat> = {
  path: /^\/v1\/chat\/completions$/,
  basePath: '/v1',
  rules: [...chatWireRules, ...chatRules],
  check: checkRequest,
  problemReply,
  failureReply,
  promptOf,
  planCache: planChatCache,
  callId: ({ body, server }, index) => server.seals.id('call_', digest(JSON.stringify(body.messages)), index),
  write: writeCompletion,
};

function checkRequest(request: WireRequest): BrokenRule | { checked: CheckedChat } {
  const broken = firstBroken(chatWireRules, request);
  if (broken) return broken;
  const body = chatRequest.parse(request.body);
  const model = findOpenAi(body.model);
  if (model === null) throw new Error('the rules know the model');
  const checked = { body, model, server: request.server };
  return firstBroken(chatRules, checked) ?? { checked };
}

function promptOf({ body }: CheckedChat): WirePrompt {
  const isSystem = ({ role }: ChatMessage) => role === 'system' || role === 'developer';
  return {
    model: body.model,
    system: body.messages.filter(isSystem).map(textOf).join(''),
    messages: body.messages.flatMap(toMessages),
    toolNames: (body.tools ?? []).map((tool) => tool.function.name),
    mayCall: body.tools !== undefined && body.tool_choice !== 'none',
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
  };
}

function toMessages(message: ChatMessage): PromptMessage[] {
  const text = textOf(message);
  if (message.role === 'user') return [{ role: 'user', text }];
  if (message.role === 'tool') return [resultMessage(message.tool_call_id, valueIn(text))];
  if (message.role !== 'assistant') return [];
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) =>
    callPart(id, name, valueIn(args)),
  );
  return [{ role: 'assistant', parts: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...calls] }];
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => ('text' in part ? part.text : '')).join('');
}
