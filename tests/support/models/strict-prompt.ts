import type { Json, Model, ModelRequest, PromptMessage } from '../../../packages/server/src/ports/engine/model.ts';
import { ModelError } from '../../../packages/server/src/ports/engine/model.ts';

/**
 * Reasons why some real provider would refuse a prompt: such a prompt would make every further step of its thread fail.
 */
export function refusalsOf({ messages, tools, system }: ModelRequest): string[] {
  const first = messages[0];
  return [
    ...(first?.role === 'user' ? [] : ['the first message is not from a user']),
    ...(system.isWellFormed() ? [] : ['the system prompt has half a character']),
    ...messages.flatMap((message, index) => refusalsIn(message, messages[index + 1])),
    ...strayResults(messages),
    ...doubled(messages.flatMap(callIdsOf)).map((id) => `the call ${id} stands there twice`),
    ...doubled(tools.map(({ name }) => name)).map((name) => `the tool ${name} is offered twice`),
    ...tools.filter(({ name }) => !isName(name)).map(({ name }) => `a tool is named "${name}"`),
  ];
}

/** Answers like the model behind it, unless the prompt is one that a real provider would refuse. */
export function strictly(model: Model): { model: Model; refusals: string[] } {
  const refusals: string[] = [];
  return {
    refusals,
    model: {
      async *stream(request, signal) {
        const found = refusalsOf(request);
        refusals.push(...found);
        if (found.length > 0) throw new ModelError(`Refused: ${found.join('; ')}`, { retryable: false });
        yield* model.stream(request, signal);
      },
    },
  };
}

function refusalsIn(message: PromptMessage, next: PromptMessage | undefined): string[] {
  if (message.role === 'user') return words(message.text, 'a message');
  if (message.role === 'tool')
    return message.results.flatMap(({ name, value }) => [
      ...(isName(name) ? [] : ['a bad name']),
      ...halves(value, 'a result'),
    ]);
  const calls = message.parts.filter((part) => part.type === 'call');
  const answered = next?.role === 'tool' ? next.results.map(({ callId }) => callId) : [];
  return [
    ...(message.parts.some((part) => part.type !== 'reasoning') ? [] : ['an answer says nothing']),
    ...message.parts.flatMap((part) => (part.type === 'text' ? words(part.text, 'an answer') : [])),
    ...calls.flatMap(({ name, args }) => [
      ...(isName(name) ? [] : [`a call is named "${name}"`]),
      ...(typeof args === 'object' && args !== null && !Array.isArray(args) ? [] : ['arguments that are no object']),
      ...halves(args, 'a call'),
    ]),
    ...calls.filter(({ callId }) => !answered.includes(callId)).map(({ callId }) => `${callId} has no result`),
    ...answered
      .filter((id) => !calls.some(({ callId }) => callId === id))
      .map((id) => `${id} is the result of no call`),
  ];
}

function strayResults(messages: readonly PromptMessage[]): string[] {
  return messages.flatMap((message, index) => {
    if (message.role !== 'tool') return [];
    const before = messages[index - 1];
    return [
      ...(before?.role === 'assistant' ? [] : ['results without an answer before them']),
      ...(message.results.length > 0 ? [] : ['no results where some are due']),
      ...doubled(message.results.map(({ callId }) => callId)).map((id) => `${id} has two results`),
    ];
  });
}

function words(text: string, what: string): string[] {
  if (text.trim() === '') return [`${what} is blank`];
  return text.isWellFormed() ? [] : [`${what} has half a character`];
}

/** JSON writes half a character as an escape, which is its only visible trace. */
function halves(value: Json, what: string): string[] {
  return /(?<!\\)(\\\\)*\\ud[89a-f]/.test(JSON.stringify(value)) ? [`${what} has half a character`] : [];
}

function callIdsOf(message: PromptMessage): string[] {
  return message.role === 'assistant'
    ? message.parts.flatMap((part) => (part.type === 'call' ? [part.callId] : []))
    : [];
}

function doubled(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function isName(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}
