import type { StrictProvider, WireRequest } from '../core/provider.ts';
import { type BrokenRule, firstBroken } from '../core/rule.ts';
import { digest } from '../core/seal.ts';
import { findOpenAi } from '../openai/models.ts';
import { failureReply, problemReply } from '../openai/problems.ts';
import { planResponsesCache } from './cache-plan.ts';
import type { CheckedResponses } from './items.ts';
import { promptOf } from './prompt.ts';
import { responsesRequest } from './request-schema.ts';
import { itemRules } from './rules/item-rules.ts';
import { responsesWireRules, settingRules } from './rules/request-rules.ts';
import { writeResponse } from './stream.ts';

/*
 * OpenAI Responses.
 *
 *   POST /v1/responses   authorization: Bearer …
 *   { model, stream: true, store: false, include: ['reasoning.encrypted_content'], instructions, tools, reasoning: { effort, summary },
 *     input: [ { role: 'user', content: [input_text | input_image | input_file] },
 *              reasoning { id, summary, encrypted_content }, function_call…,      back as they came, without `status` on reasoning
 *              function_call_output… ] }
 *
 *   response.created, response.in_progress                                       every event has a sequence_number
 *     response.output_item.added … response.output_item.done                     for every item, one after the other
 *       reasoning:      reasoning_summary_part.added, …_text.delta…, …_text.done, …_part.done; encrypted_content in item.done
 *       message:        content_part.added, output_text.delta… | refusal.delta…, annotation.added…, ….done, content_part.done
 *       function_call:  function_call_arguments.delta…, ….done
 *       web_search_call: in_progress, searching, completed
 *   response.completed | response.incomplete | response.failed                   usage is in the first two
 *
 * It stores nothing and answers streams only. There is no `[DONE]`.
 */
export const responses: StrictProvider<CheckedResponses> = {
  path: /^\/v1\/responses$/,
  basePath: '/v1',
  rules: [...responsesWireRules, ...itemRules, ...settingRules],
  check: checkRequest,
  problemReply,
  failureReply,
  promptOf,
  planCache: planResponsesCache,
  callId: ({ body, server }, index) => server.seals.id('call_', digest(JSON.stringify(body.input)), index),
  write: writeResponse,
};

const requestRules = [...itemRules, ...settingRules];

function checkRequest(request: WireRequest): BrokenRule | { checked: CheckedResponses } {
  const broken = firstBroken(responsesWireRules, request);
  if (broken) return broken;
  const body = responsesRequest.parse(request.body);
  const model = findOpenAi(body.model);
  if (model === null) throw new Error('the rules know the model');
  const checked = { body, model, server: request.server };
  return firstBroken(requestRules, checked) ?? { checked };
}
