import { firstOf, observed, type Rule, when } from '../../core/rule.ts';
import { callingPage, reasoningPage, responsesTypes } from '../../openai/sources.ts';
import {
  type CheckedResponses,
  isOutput,
  itemsOf,
  openedReasoning,
  reasoningContent,
  reasoningIdOf,
} from '../items.ts';
import type { InputItem } from '../request-schema.ts';

/** The items of the input: messages, calls with their outputs, reasoning. */
export const itemRules: readonly Rule<CheckedResponses>[] = [
  {
    id: 'responses/input-missing',
    sentence: 'There is an input.',
    source: responsesTypes,
    check: ({ body }) =>
      when(
        itemsOf(body).length === 0,
        'One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.',
        { param: 'input', code: 'missing_required_parameter' },
      ),
  },
  {
    id: 'responses/previous-response',
    sentence: 'A previous response is one that was stored; this fake stores none.',
    source: responsesTypes,
    check: ({ body: { previous_response_id: id } }) =>
      when(Boolean(id), `Previous response with id '${id}' not found.`, {
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      }),
  },
  {
    id: 'responses/item-reference',
    sentence: 'A referenced item is one that was stored; this fake stores none.',
    source: observed('vercel/ai', 7543),
    check: ({ body }) =>
      firstOf(itemsOf(body), (item) => ('type' in item && item.type === 'item_reference' ? notStored(item.id) : null)),
  },
  {
    id: 'responses/reasoning-not-stored',
    sentence: 'With store: false a reasoning item brings its encrypted content.',
    source: `${observed('vercel/ai', 7543)}; ${reasoningPage}`,
    check: (request) =>
      firstOf(openedReasoning(request), ({ item }) =>
        request.body.store === false && !item.encrypted_content ? notStored(item.id ?? 'rs_unknown') : null,
      ),
  },
  {
    id: 'responses/encrypted-altered',
    sentence: 'Encrypted content is as the service wrote it.',
    source: observed('openai/codex', 8145),
    check: (request) =>
      firstOf(openedReasoning(request), ({ item, sealed }) =>
        item.encrypted_content && sealed === null
          ? unverified(item.id, 'Encrypted content could not be decrypted or parsed.')
          : null,
      ),
  },
  {
    id: 'responses/encrypted-model',
    sentence: 'Encrypted content goes back to the model that wrote it.',
    source: `${reasoningPage}; no document says whether models of one account read each other's, the stricter reading is kept`,
    check: (request) =>
      firstOf(openedReasoning(request), ({ item, sealed }) =>
        sealed !== null && sealed.model !== request.body.model
          ? unverified(item.id, 'Encrypted content was produced by another model.')
          : null,
      ),
  },
  {
    id: 'responses/encrypted-moved',
    sentence: 'Encrypted content stays in its item, with its id and its summary: two items are not merged.',
    source: 'Seen in public code and changelogs: https://github.com/maximhq/bifrost/issues/5186',
    check: (request) =>
      firstOf(openedReasoning(request), ({ item, sealed }) => {
        if (sealed === null || item.id === undefined) return null;
        const isSame = sealed.content === reasoningContent(item.id, item.summary);
        return isSame ? null : unverified(item.id, 'Encrypted content item_id did not match the target item id.');
      }),
  },
  {
    id: 'responses/reasoning-order',
    sentence: 'Reasoning items stay in their order.',
    source: `${observed('continuedev/continue', 11994)}; a refusal of the order alone was not found`,
    check: (request) => {
      const sealed = openedReasoning(request).flatMap(({ item, sealed: one }) => (one ? [{ item, one }] : []));
      return firstOf(sealed, ({ item, one }, index) => {
        const before = sealed[index - 1]?.one;
        return before !== undefined && one.ordinal <= before.ordinal ? withoutFollower(item.id) : null;
      });
    },
  },
  {
    id: 'responses/reasoning-without-item',
    sentence: 'An item of the same answer follows a reasoning item.',
    source: observed('continuedev/continue', 8933),
    check: (request) => {
      const items = itemsOf(request.body);
      return firstOf(openedReasoning(request), ({ item, index }) => {
        const next = items[index + 1];
        return next === undefined || !isOutput(next) ? withoutFollower(item.id) : null;
      });
    },
  },
  {
    id: 'responses/item-without-reasoning',
    sentence: 'An item that has its id comes behind its reasoning item.',
    source: observed('continuedev/continue', 10018),
    check: (request) => {
      const known = new Set(openedReasoning(request).map(({ item }) => item.id));
      return firstOf(itemsOf(request.body), (item) => {
        const id = 'id' in item ? item.id : null;
        const reasoning = id ? reasoningIdOf(request, id) : null;
        if (reasoning === null || known.has(reasoning)) return null;
        const type = 'role' in item ? 'message' : item.type;
        return {
          message: `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${reasoning}'.`,
          param: 'input',
        };
      });
    },
  },
  {
    id: 'responses/item-twice',
    sentence: 'No two items have the same id.',
    source: 'No document or thread found; the wording stands in public clients that handle it',
    check: ({ body }) => {
      const ids = itemsOf(body).flatMap((item) => ('id' in item && item.id ? [item.id] : []));
      const twice = ids.find((id, index) => ids.indexOf(id) < index);
      return when(
        twice !== undefined,
        `Duplicate item found with id ${twice}. Remove duplicate items from your input and try again.`,
        {
          param: 'input',
        },
      );
    },
  },
  {
    id: 'responses/item-id',
    sentence: 'The id of an item begins as its type demands: fc, msg, rs, ws.',
    source: 'No document or thread found; the wording stands in public clients that handle it',
    check: ({ body }) =>
      firstOf(itemsOf(body), (item, index) => {
        const id = 'id' in item ? item.id : null;
        const prefix = idPrefixes[typeOf(item)];
        const isWrong = id && prefix !== undefined && !id.startsWith(`${prefix}_`);
        const param = `input[${index}].id`;
        return (
          isWrong && {
            message: `Invalid '${param}': '${id}'. Expected an ID that begins with '${prefix}'.`,
            param,
            code: 'invalid_value',
          }
        );
      }),
  },
  {
    id: 'responses/call-without-output',
    sentence: 'A call has its output, by call_id.',
    source: `${callingPage}; the wording stands in public clients that handle it`,
    check: ({ body }) => {
      const outputs = new Set(
        itemsOf(body).flatMap((item) => (typeOf(item) === 'function_call_output' ? [callIdOf(item)] : [])),
      );
      return firstOf(itemsOf(body), (item) =>
        typeOf(item) === 'function_call' && !outputs.has(callIdOf(item))
          ? { message: `No tool output found for function call ${callIdOf(item)}.`, param: 'input' }
          : null,
      );
    },
  },
  {
    id: 'responses/output-without-call',
    sentence: 'An output stands behind its call.',
    source: observed('microsoft/vscode', 320060),
    check: ({ body }) => {
      const items = itemsOf(body);
      return firstOf(items, (item, index) => {
        if (typeOf(item) !== 'function_call_output') return null;
        const before = items.slice(0, index);
        const isKnown = before.some((call) => typeOf(call) === 'function_call' && callIdOf(call) === callIdOf(item));
        return isKnown
          ? null
          : { message: `No tool call found for function call output with call_id ${callIdOf(item)}.`, param: 'input' };
      });
    },
  },
  {
    id: 'responses/content-role',
    sentence: 'Assistant messages hold output_text and refusals, the others input parts.',
    source: responsesTypes,
    check: ({ body }) =>
      firstOf(itemsOf(body), (item, index) => {
        if (!('role' in item) || typeof item.content === 'string') return null;
        const isAssistant = item.role === 'assistant';
        const at = item.content.findIndex(({ type }) => (type === 'output_text' || type === 'refusal') !== isAssistant);
        const allowed = isAssistant ? "'output_text' and 'refusal'" : "'input_text', 'input_image' and 'input_file'";
        return (
          at >= 0 && {
            message: `Invalid value: '${item.content[at]?.type}'. Supported values are: ${allowed}.`,
            param: `input[${index}].content[${at}]`,
            code: 'invalid_value',
          }
        );
      }),
  },
];

function typeOf(item: InputItem): string {
  return 'role' in item ? 'message' : item.type;
}

function callIdOf(item: InputItem): string {
  return 'call_id' in item ? item.call_id : '';
}

function notStored(id: string) {
  return {
    status: 404,
    message: `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    param: 'input',
  };
}

function unverified(id: string | undefined, reason: string) {
  return {
    message: `The encrypted content for item ${id ?? 'rs_unknown'} could not be verified. Reason: ${reason}`,
    code: 'invalid_encrypted_content',
  };
}

function withoutFollower(id: string | undefined) {
  return {
    message: `Item '${id ?? 'rs_unknown'}' of type 'reasoning' was provided without its required following item.`,
    param: 'input',
  };
}

const idPrefixes: Record<string, string> = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
  web_search_call: 'ws',
};
