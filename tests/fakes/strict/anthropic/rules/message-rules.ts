import { firstOf, observed, type Rule, when } from '../../core/rule.ts';
import { errorsPage, messagesPage, modelTable, sdkTypes, versioningPage } from '../sources.ts';
import { type BlockMessage, blockMessages, type CheckedMessages, placedBlocks, placeOf } from '../turns.ts';

/** Messages, their roles and their text. */
export const messageRules: readonly Rule<CheckedMessages>[] = [
  {
    id: 'anthropic/messages-empty',
    sentence: 'There is at least one message.',
    source: messagesPage,
    check: ({ body }) => when(body.messages.length === 0, 'messages: at least one message is required'),
  },
  {
    id: 'anthropic/messages-count',
    sentence: 'There are at most 100,000 messages.',
    source: sdkTypes,
    check: ({ body }) => when(body.messages.length > 100_000, 'messages: at most 100000 messages are allowed'),
  },
  {
    id: 'anthropic/first-role',
    sentence: 'The first message is from the user.',
    source: 'No current document found; kept from older ones, since a prompt that begins otherwise is never needed',
    check: ({ body }) => when(body.messages[0]?.role !== 'user', 'messages: first message must use the "user" role'),
  },
  {
    id: 'anthropic/system-role-model',
    sentence: 'System messages in the middle are for the models that take them.',
    source: modelTable,
    check: ({ body, model }) =>
      when(
        !model.takesSystemMessages && body.messages.some(({ role }) => role === 'system'),
        "role 'system' is not supported on this model",
      ),
  },
  {
    id: 'anthropic/system-role-place',
    sentence: 'A system message follows a user message, and an assistant message or the end follows it.',
    source:
      'https://github.com/anthropics/skills, skills/claude-api/shared/prompt-caching.md, "Mid-conversation system messages"',
    check: ({ body: { messages } }) =>
      firstOf(messages, ({ role }, index) => {
        const next = messages[index + 1]?.role;
        const isPlaced = messages[index - 1]?.role === 'user' && (next === undefined || next === 'assistant');
        return role === 'system' && !isPlaced && `messages.${index}: role 'system' is not allowed at this position`;
      }),
  },
  {
    id: 'anthropic/content-empty',
    sentence: 'Every message has content, except an assistant message at the end.',
    source: observed('anthropics/anthropic-sdk-python', 461),
    check: ({ body: { messages } }) =>
      firstOf(
        messages,
        ({ content, role }, index) =>
          content.length === 0 &&
          !(role === 'assistant' && index === messages.length - 1) &&
          `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      ),
  },
  {
    id: 'anthropic/text-empty',
    sentence: 'A text block is not empty.',
    source: observed('anthropics/claude-code', 59812),
    check: ({ body }) =>
      firstOf(
        [...systemTexts(body.system), ...textsIn(blockMessages(body))],
        (text) => text === '' && 'messages: text content blocks must be non-empty',
      ),
  },
  {
    id: 'anthropic/text-blank',
    sentence: 'A text block is more than white space.',
    source: observed('anthropics/claude-code', 23440),
    check: ({ body }) =>
      firstOf(
        textsIn(blockMessages(body)),
        (text) => text.trim() === '' && 'messages: text content blocks must contain non-whitespace text',
      ),
  },
  {
    id: 'anthropic/prefill',
    sentence: 'The prompt does not end with an assistant message on models without prefill.',
    source: `${errorsPage}#prefill-not-supported`,
    check: ({ body, model }) =>
      when(
        !model.prefills && body.messages.at(-1)?.role === 'assistant',
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      ),
  },
  {
    id: 'anthropic/prefill-space',
    sentence: 'A prefill does not end with white space.',
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response',
    check: ({ body }) => {
      const last = blockMessages(body).at(-1);
      const block = last?.role === 'assistant' ? last.content.at(-1) : undefined;
      const endsInSpace = block?.type === 'text' && /\s$/.test(block.text);
      return when(endsInSpace, 'messages: final assistant content cannot end with trailing whitespace');
    },
  },
  {
    id: 'anthropic/block-role',
    sentence: 'Calls and thinking stand in assistant messages; results, images and documents in those of the user.',
    source: messagesPage,
    check: ({ body }) =>
      firstOf(placedBlocks(body), (placed) => {
        const { block, role } = placed;
        const allowed = block.type === 'text' ? role : (blockRoles[block.type] ?? 'assistant');
        return (
          allowed !== role && `${placeOf(placed)}: \`${block.type}\` blocks can only be in \`${allowed}\` messages`
        );
      }),
  },
  {
    id: 'anthropic/user-citations',
    sentence: 'From API version 2026-10-21 on, a text of the user has no citations.',
    source: versioningPage,
    check: ({ body, version }) =>
      firstOf(placedBlocks(body), (placed) => {
        const { block, role } = placed;
        const isCited = block.type === 'text' && (block.citations ?? []).length > 0;
        const isWrong = version === '2026-10-21' && role === 'user' && isCited;
        return isWrong && `${placeOf(placed)}.text.citations: Extra inputs are not permitted`;
      }),
  },
];

const blockRoles: Partial<Record<string, BlockMessage['role']>> = {
  image: 'user',
  document: 'user',
  tool_result: 'user',
};

function systemTexts(system: CheckedMessages['body']['system']): string[] {
  return typeof system === 'object' ? system.map(({ text }) => text) : [];
}

function textsIn(messages: readonly BlockMessage[]): string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type !== 'tool_result' || typeof block.content !== 'object') return [];
      return block.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
    }),
  );
}
