import { firstOf, observed, type Rule, when } from '../../core/rule.ts';
import { PromptHash } from '../prompt-hash.ts';
import {
  extendedThinkingPage,
  modelTable,
  preservedThinkingPage,
  sdkTypes,
  thinkingPage,
  versioningPage,
} from '../sources.ts';
import {
  callsWithoutThinking,
  chainOf,
  contentOf,
  isReadable,
  openedThinking,
  presentThinking,
} from '../thinking-seals.ts';
import {
  blockMessages,
  type CheckedMessages,
  interleaves,
  placeOf,
  thinkingMode,
  thinks,
  turnStart,
} from '../turns.ts';

/** Settings of thinking, and thinking blocks that come back. */
export const thinkingRules: readonly Rule<CheckedMessages>[] = [
  {
    id: 'anthropic/thinking-type-model',
    sentence: 'The kind of thinking is one that the model has.',
    source: modelTable,
    check: ({ body, model }) => {
      const type = body.thinking?.type;
      if (type === undefined || model.thinking.includes(type)) return null;
      if (type === 'disabled')
        return {
          message:
            'This model requires adaptive thinking; omit thinking or use thinking.type=adaptive and output_config.effort',
        };
      return {
        message: `thinking.type: '${type}' is not supported on this model. Use ${model.thinking.join(' or ')}.`,
      };
    },
  },
  {
    id: 'anthropic/thinking-off-effort',
    sentence: 'Models that think by default turn it off up to effort high only.',
    source: modelTable,
    check: ({ body, model }) => {
      const isOff = body.thinking?.type === 'disabled' || body.thinking?.type === 'between_tools';
      const effort = body.output_config?.effort;
      const isAbove = effort === 'xhigh' || effort === 'max';
      return when(
        isOff && isAbove && model.maxEffortWithoutThinking === 'high',
        `thinking.type: '${body.thinking?.type}' is not supported with effort '${effort}'`,
      );
    },
  },
  {
    id: 'anthropic/effort-model',
    sentence: 'The effort is one that the model has.',
    source: modelTable,
    check: ({ body, model: { efforts } }) => {
      const effort = body.output_config?.effort;
      if (!effort || efforts.includes(effort)) return null;
      const allowed = efforts.map((one) => `'${one}'`).join(', ');
      return {
        message:
          efforts.length === 0
            ? 'This model does not support the effort parameter.'
            : `output_config.effort: Input should be ${allowed}`,
      };
    },
  },
  {
    id: 'anthropic/budget-min',
    sentence: 'A thinking budget has at least 1,024 tokens.',
    source: sdkTypes,
    check: ({ body: { thinking } }) =>
      when(
        thinking?.type === 'enabled' && thinking.budget_tokens < 1024,
        'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
      ),
  },
  {
    id: 'anthropic/budget-max',
    sentence: 'A thinking budget is below max_tokens, unless thinking is interleaved.',
    source: extendedThinkingPage,
    check: (request) => {
      const { thinking, max_tokens: maxTokens } = request.body;
      const isOver = thinking?.type === 'enabled' && thinking.budget_tokens >= maxTokens;
      return when(isOver && !interleaves(request), '`max_tokens` must be greater than `thinking.budget_tokens`.');
    },
  },
  {
    id: 'anthropic/sampling-model',
    sentence: 'Newer models take no temperature, top_p or top_k.',
    source: modelTable,
    check: ({ body, model }) =>
      firstOf(
        ['temperature', 'top_p', 'top_k'] as const,
        (field) =>
          body[field] !== undefined && !model.samples && `${field}: \`${field}\` is not supported on this model.`,
      ),
  },
  {
    id: 'anthropic/sampling-version',
    sentence: 'API version 2026-10-21 has no temperature, top_p and top_k, on any model.',
    source: versioningPage,
    check: ({ body, version }) =>
      firstOf(
        ['temperature', 'top_p', 'top_k'] as const,
        (field) => version === '2026-10-21' && body[field] !== undefined && `${field}: Extra inputs are not permitted`,
      ),
  },
  {
    id: 'anthropic/sampling-thinking',
    sentence: 'With thinking, temperature is 1, top_p at least 0.95, and top_k unset.',
    source: extendedThinkingPage,
    check: (request) => {
      const { temperature = 1, top_p: topP = 1, top_k: topK } = request.body;
      if (!thinks(request) || !request.model.samples) return null;
      if (temperature !== 1) return { message: '`temperature` may only be set to 1 when thinking is enabled.' };
      if (topK !== undefined) return { message: '`top_k` must be unset when thinking is enabled.' };
      return when(topP < 0.95, '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.');
    },
  },
  {
    id: 'anthropic/sampling-both',
    sentence: 'A request sets temperature or top_p.',
    source: observed('anomalyco/opencode', 28930),
    check: ({ body }) =>
      when(
        body.temperature !== undefined && body.top_p !== undefined,
        '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
      ),
  },
  {
    id: 'anthropic/binding-beta',
    sentence: 'block_binding needs its beta header.',
    source: preservedThinkingPage,
    check: ({ body: { thinking }, betas }) =>
      when(
        thinking !== undefined &&
          'block_binding' in thinking &&
          !betas.includes('thinking-binding-controls-2026-08-01'),
        `thinking.${thinking?.type}.block_binding: Extra inputs are not permitted`,
      ),
  },
  {
    id: 'anthropic/thinking-first',
    sentence: 'With a thinking budget, the answer whose calls are open begins with thinking.',
    source: extendedThinkingPage,
    check: (request) => {
      const start = turnStart(request.body);
      const answer = blockMessages(request.body)
        .map((message, index) => ({ ...message, index }))
        .find(({ role, index }) => index >= start && role === 'assistant');
      const [first] = answer?.content ?? [];
      const isWrong = first !== undefined && !first.type.endsWith('thinking');
      return when(
        thinkingMode(request) === 'enabled' && isWrong,
        `messages.${answer?.index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first?.type}\`. ` +
          'When `thinking` is enabled, a final `assistant` message must start with a thinking block ' +
          '(preceding the lastmost set of `tool_use` and `tool_result` blocks).',
      );
    },
  },
  {
    id: 'anthropic/thinking-modified',
    sentence: 'Thinking of the present turn comes back as it was: not altered, merged, moved or partly left out.',
    source: observed('anthropics/claude-code', 63147),
    check: (request) => {
      const blocks = presentThinking(request);
      return firstOf(blocks, ({ sealed, block, ...place }, index) => {
        if (!thinks(request) || sealed === null) return null;
        const isSame = sealed.content === contentOf(block);
        const isInPlace = sealed.chain === chainOf(blocks.slice(0, index).map((before) => before.block));
        return !(isSame && isInPlace) && `${placeOf({ ...place, block })}: ${modified}`;
      });
    },
  },
  {
    id: 'anthropic/thinking-missing',
    sentence: 'Thinking before a call of the present turn is not left out.',
    source: `${thinkingPage}; for adaptive thinking the service was seen to go on without it, the stricter reading is kept`,
    check: (request) => {
      const [call] = thinks(request) ? callsWithoutThinking(request) : [];
      return when(call !== undefined, `messages.${call?.message}.content.${call?.index}: ${modified}`);
    },
  },
  {
    id: 'anthropic/thinking-signature',
    sentence: 'A thinking block of any turn has the signature that came with its text.',
    source: observed('anthropics/claude-code', 63147),
    check: (request) =>
      firstOf(openedThinking(request), (opened) => {
        const isValid = opened.sealed !== null && opened.sealed.content === contentOf(opened.block);
        const field = opened.block.type === 'thinking' ? '`signature`' : '`data`';
        return !isValid && `${placeOf(opened)}: Invalid ${field} in \`${opened.block.type}\` block`;
      }),
  },
  {
    id: 'anthropic/thinking-prompt',
    sentence: 'On the newest models, tools, system and messages before a thinking block are those it was written for.',
    source: preservedThinkingPage,
    check: (request) => {
      const { thinking } = request.body;
      const setting =
        thinking && 'block_binding' in thinking ? thinking.block_binding?.prefix_mismatch_behavior : undefined;
      const isChecked =
        request.model.bindsThinking &&
        (setting ?? (request.server.bindsThinkingToPrompt ? 'error' : 'drop_block')) === 'error';
      const place = isChecked ? firstMoved(request) : null;
      return when(
        place !== null,
        `${place}: the content before this \`thinking\` block has changed since it was produced (prefix_binding_mismatch)`,
      );
    },
  },
];

const modified =
  '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. ' +
  'These blocks must remain as they were in the original response.';

/** The first block whose prompt is another than the one that it was sealed behind. */
function firstMoved(request: CheckedMessages): string | null {
  const opened = new Map(openedThinking(request).map((one) => [one.block, one]));
  const hash = new PromptHash(request.body);
  for (const { role, content } of blockMessages(request.body))
    for (const block of content) {
      hash.add(role, block);
      const thinking = block.type === 'thinking' || block.type === 'redacted_thinking' ? opened.get(block) : undefined;
      if (!thinking?.sealed || !isReadable(thinking, request)) continue;
      if (thinking.sealed.prefix !== hash.value()) return placeOf(thinking);
    }
  return null;
}
