import type { StrictProvider, WireRequest } from '../core/provider.ts';
import { type BrokenRule, firstBroken } from '../core/rule.ts';
import { planMarkedCache } from './cache-plan.ts';
import { findClaude } from './models.ts';
import { failureReply, problemReply } from './problems.ts';
import { promptOf } from './prompt.ts';
import { messagesRequest } from './request-schema.ts';
import { limitRules } from './rules/limit-rules.ts';
import { messageRules } from './rules/message-rules.ts';
import { thinkingRules } from './rules/thinking-rules.ts';
import { toolRules } from './rules/tool-rules.ts';
import { wireRules } from './rules/wire-rules.ts';
import { mayThink, writeMessage } from './stream.ts';
import { toolUseId } from './thinking-seals.ts';
import { type CheckedMessages, thinkingMode } from './turns.ts';

/*
 * Anthropic Messages.
 *
 *   POST /v1/messages   x-api-key (or a bearer token), anthropic-version: 2023-06-01 or 2026-10-21
 *   { model, max_tokens, stream: true, system, tools, thinking, output_config, messages: [
 *       { role: 'user',      content: [text | image | document] },
 *       { role: 'assistant', content: [thinking…, text, tool_use…] },   back as it came
 *       { role: 'user',      content: [tool_result…, text] } ] }
 *
 *   message_start (input and cache counts)
 *     content_block_start, ping, content_block_delta…, content_block_stop     for every block, by index
 *       thinking_delta…, signature_delta | text_delta…, citations_delta… | input_json_delta…
 *   message_delta (stop_reason, all counts), message_stop
 *   or, anywhere: error (overloaded_error), and nothing after it
 *
 * It answers streams only.
 */
export const anthropic: StrictProvider<CheckedMessages> = {
  path: /^\/v1\/messages(\?beta=true)?$/,
  basePath: '/v1',
  rules: [...wireRules, ...messageRules, ...toolRules, ...thinkingRules, ...limitRules],
  check: checkRequest,
  problemReply,
  failureReply,
  promptOf,
  planCache: planMarkedCache,
  callId: (request, index, before) => {
    const isShown = mayThink(request);
    const thoughts = before.filter(({ type }) => type === 'think' || type === 'redact').length;
    const isLed = before[0]?.type === 'think' || before[0]?.type === 'redact';
    const added = thinkingMode(request) === 'enabled' && !isLed ? 1 : 0;
    return toolUseId(request, index, isShown ? thoughts + added : 0);
  },
  write: writeMessage,
};

const requestRules = [...messageRules, ...toolRules, ...thinkingRules, ...limitRules];

function checkRequest(request: WireRequest): BrokenRule | { checked: CheckedMessages } {
  const broken = firstBroken(wireRules, request);
  if (broken) return broken;
  const body = messagesRequest.parse(request.body);
  const model = findClaude(body.model);
  if (model === null) throw new Error('the rules know the model');
  const betas = String(request.headers['anthropic-beta'] ?? '').split(/\s*,\s*/);
  const version = String(request.headers['anthropic-version']);
  const checked = { body, model, betas, version, server: request.server };
  return firstBroken(requestRules, checked) ?? { checked };
}
