import { firstOf, observed, type Rule, seenInCode, when } from '../../core/rule.ts';
import { schemaProblem } from '../output-schema.ts';
import type { ClaudeTool } from '../request-schema.ts';
import { extendedThinkingPage, messagesPage, modelTable, structuredOutputsPage, toolUsePage } from '../sources.ts';
import { blockMessages, type CheckedMessages, placedBlocks, placeOf, thinkingMode } from '../turns.ts';

/** Calls with their results, tool definitions and the choice among them. */
export const toolRules: readonly Rule<CheckedMessages>[] = [
  {
    id: 'anthropic/call-id-pattern',
    sentence: 'The id of a call has letters, digits, _ and - only.',
    source: seenInCode,
    check: ({ body }) =>
      firstOf(placedBlocks(body), (placed) => {
        const { block } = placed;
        const isWrong = block.type === 'tool_use' && !/^[\w-]+$/.test(block.id);
        return isWrong && `${placeOf(placed)}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      }),
  },
  {
    id: 'anthropic/call-id-unique',
    sentence: 'No two calls of a prompt have the same id.',
    source: seenInCode,
    check: ({ body }) => {
      const ids = placedBlocks(body).flatMap(({ block }) => (block.type === 'tool_use' ? [block.id] : []));
      return when(new Set(ids).size < ids.length, 'messages: `tool_use` ids must be unique');
    },
  },
  {
    id: 'anthropic/call-without-result',
    sentence: 'The message after a call holds its result, and results come before text.',
    source: observed('anthropics/claude-code', 8210),
    check: ({ body }) => {
      const messages = blockMessages(body);
      return firstOf(messages, ({ content }, index) => {
        const next = messages[index + 1]?.content ?? [];
        const firstOther = next.findIndex(({ type }) => type !== 'tool_result');
        const results = (firstOther < 0 ? next : next.slice(0, firstOther)).flatMap((block) =>
          block.type === 'tool_result' ? [block.tool_use_id] : [],
        );
        const open = content.flatMap((block) =>
          block.type === 'tool_use' && !results.includes(block.id) ? [block.id] : [],
        );
        return (
          open.length > 0 &&
          `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
            `${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
        );
      });
    },
  },
  {
    id: 'anthropic/result-without-call',
    sentence: 'A result stands in the message after its call.',
    source: observed('anthropics/claude-code', 13460),
    check: ({ body }) => {
      const messages = blockMessages(body);
      return firstOf(placedBlocks(body), (placed) => {
        const { block, message } = placed;
        if (block.type !== 'tool_result') return null;
        const before = messages[message - 1]?.content ?? [];
        const isKnown = before.some((call) => call.type === 'tool_use' && call.id === block.tool_use_id);
        return (
          !isKnown &&
          `${placeOf(placed)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}. ` +
            'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
        );
      });
    },
  },
  {
    id: 'anthropic/result-twice',
    sentence: 'A call has one result.',
    source: seenInCode,
    check: ({ body }) =>
      firstOf(blockMessages(body), ({ content }, index) => {
        const ids = content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
        const twice = ids.find((id, at) => ids.indexOf(id) < at);
        return (
          twice !== undefined &&
          `messages.${index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`
        );
      }),
  },
  {
    id: 'anthropic/search-id-pattern',
    sentence: "The id of the provider's own call is the one that it gave: srvtoolu_ and letters.",
    source: seenInCode,
    check: ({ body }) =>
      firstOf(placedBlocks(body), (placed) => {
        const { block } = placed;
        const isWrong = block.type === 'server_tool_use' && !/^srvtoolu_\w+$/.test(block.id);
        return (
          isWrong && `${placeOf(placed)}.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'`
        );
      }),
  },
  {
    id: 'anthropic/search-result-without-call',
    sentence: "A result of the provider's search stands behind its call, in the same message.",
    source: observed('anthropics/claude-code', 64383),
    check: ({ body }) => {
      const messages = blockMessages(body);
      return firstOf(placedBlocks(body), (placed) => {
        const { block, message, index } = placed;
        if (block.type !== 'web_search_tool_result') return null;
        const before = messages[message]?.content.slice(0, index) ?? [];
        const isKnown = before.some((call) => call.type === 'server_tool_use' && call.id === block.tool_use_id);
        return (
          !isKnown &&
          `${placeOf(placed)}: unexpected \`tool_use_id\` found in \`web_search_tool_result\` blocks: ${block.tool_use_id}. ` +
            'Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.'
        );
      });
    },
  },
  {
    id: 'anthropic/search-result-altered',
    sentence: 'The encrypted content of a search result comes back as it was.',
    source:
      'https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool; the wording of the refusal was not found',
    check: ({ body, server }) =>
      firstOf(placedBlocks(body), (placed) => {
        const { block } = placed;
        if (block.type !== 'web_search_tool_result' || !Array.isArray(block.content)) return null;
        const isAltered = block.content.some(({ encrypted_content: sealed }) => server.seals.open(sealed) === null);
        return isAltered && `${placeOf(placed)}: Invalid \`encrypted_content\` in \`web_search_result\` block`;
      }),
  },
  {
    id: 'anthropic/tool-name',
    sentence: 'A tool name has 1 to 64 letters, digits, _ and -.',
    source: `${toolUsePage}; refusals name a limit of 128, the smaller one is kept`,
    check: ({ body }) =>
      firstOf(
        body.tools ?? [],
        ({ name }, index) =>
          !/^[\w-]{1,64}$/.test(name) &&
          `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`,
      ),
  },
  {
    id: 'anthropic/tool-name-unique',
    sentence: 'Tool names are unique.',
    source: toolUsePage,
    check: ({ body }) => {
      const names = namesOf(body.tools);
      return when(new Set(names).size < names.length, 'tools: Tool names must be unique.');
    },
  },
  {
    id: 'anthropic/tool-schema-top',
    sentence: 'The schema of a tool has no oneOf, allOf or anyOf at its top.',
    source: observed('anthropics/claude-code', 40075),
    check: ({ body }) =>
      firstOf(body.tools ?? [], (tool, index) => {
        const isUnion = 'input_schema' in tool && ['oneOf', 'allOf', 'anyOf'].some((key) => key in tool.input_schema);
        const place = `tools.${index}.custom.input_schema`;
        return isUnion && `${place}: input_schema does not support oneOf, allOf, or anyOf at the top level`;
      }),
  },
  {
    id: 'anthropic/tool-schema-strict',
    sentence: 'The schema of a strict tool stays within the subset of structured outputs.',
    source: structuredOutputsPage,
    check: ({ body }) =>
      firstOf(body.tools ?? [], (tool, index) => {
        if (!('input_schema' in tool) || tool.strict !== true) return null;
        const problem = schemaProblem(tool.input_schema);
        return problem && `tools.${index}.custom: ${problem}`;
      }),
  },
  {
    id: 'anthropic/format-schema',
    sentence: 'The schema of the output format stays within the subset of structured outputs.',
    source: structuredOutputsPage,
    check: ({ body }) => {
      const problem = body.output_config?.format ? schemaProblem(body.output_config.format.schema) : null;
      return when(problem !== null, `output_config.format.schema: ${problem}`);
    },
  },
  {
    id: 'anthropic/choice-without-tools',
    sentence: 'A tool choice comes with tools.',
    source: messagesPage,
    check: ({ body }) =>
      when(
        body.tool_choice !== undefined && (body.tools ?? []).length === 0,
        'tool_choice: tool_choice may only be specified while providing tools',
      ),
  },
  {
    id: 'anthropic/choice-of-unknown-tool',
    sentence: 'A chosen tool is one of the tools.',
    source: messagesPage,
    check: ({ body }) => {
      const chosen = body.tool_choice?.type === 'tool' ? body.tool_choice.name : null;
      const isUnknown = chosen !== null && !namesOf(body.tools).includes(chosen);
      return when(isUnknown, `Tool '${chosen}' not found in provided tools`);
    },
  },
  {
    id: 'anthropic/choice-forced-thinking',
    sentence: 'A request with a thinking budget does not force a tool.',
    source: extendedThinkingPage,
    check: (request) =>
      when(
        thinkingMode(request) === 'enabled' && isForced(request),
        'Thinking may not be enabled when tool_choice forces tool use.',
      ),
  },
  {
    id: 'anthropic/choice-forced-model',
    sentence: 'The newest models take no forced tool choice.',
    source: modelTable,
    check: (request) =>
      when(
        !request.model.forcesTools && isForced(request),
        'tool_choice: this model does not support tool_choice values that force tool use.',
      ),
  },
];

function namesOf(tools: readonly ClaudeTool[] | undefined): string[] {
  return (tools ?? []).map(({ name }) => name);
}

function isForced({ body }: CheckedMessages): boolean {
  return body.tool_choice?.type === 'any' || body.tool_choice?.type === 'tool';
}
