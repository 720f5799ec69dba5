import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { call, say, think } from '../../../support/scripted/script-lines.ts';
import { inSteps, redact, type StrictOptions, startStrictServer } from '../strict-servers.ts';

type Blocks = Anthropic.ContentBlockParam[];

const script = inSteps(
  [think('One.'), think('Two.'), redact(), call('add', { a: 1 })],
  [think('Three.'), call('add', { a: 2 })],
  [say('Three.')],
);
const tools = [{ name: 'add', input_schema: { type: 'object' as const, properties: {} } }];

/** Two steps at one server, the third at another, with the answers changed on the way. Gives the rule that was broken. */
async function brokenRule(
  edit: (answers: Blocks[]) => Blocks[],
  {
    model = 'claude-opus-5',
    third = model,
    second = {},
    user = 'Add.',
  }: { model?: string; third?: string; second?: StrictOptions; user?: string } = {},
): Promise<string | null> {
  await using first = await startStrictServer('anthropic', script);
  await using other = await startStrictServer('anthropic', script, second);
  const answers: Blocks[] = [];
  const messages = (opening: string, given: Blocks[]): Anthropic.MessageParam[] => [
    { role: 'user', content: opening },
    ...given.flatMap((content): Anthropic.MessageParam[] => [
      { role: 'assistant', content },
      { role: 'user', content: content.flatMap(resultOf) },
    ]),
  ];
  const ask = async (origin: string, id: string, all: Anthropic.MessageParam[]) => {
    const client = new Anthropic({ apiKey: 'strict-key', baseURL: origin, maxRetries: 0 });
    const stream = client.messages.stream({ model: id, max_tokens: 4000, tools, messages: all });
    return (await stream.finalMessage()).content as Blocks;
  };
  for (let step = 1; step <= 2; step += 1) answers.push(await ask(first.origin, model, messages('Add.', answers)));
  await ask(other.origin, third, messages(user, edit(answers))).catch(() => {});
  return other.refused[0]?.rule ?? null;
}

function resultOf(block: Anthropic.ContentBlockParam): Blocks {
  return block.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: block.id, content: '3' }] : [];
}

const merge = ([one, two, ...others]: Blocks): Blocks =>
  one?.type === 'thinking' && two?.type === 'thinking'
    ? [{ ...one, thinking: one.thinking + two.thinking }, ...others]
    : assert.fail();

const edits: [what: string, edit: (answers: Blocks[]) => Blocks[], rule: string | null][] = [
  ['as they came', (answers) => answers, null],
  [
    'with an altered text',
    ([one = [], two = []]) => [
      one.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'Other.' } : block)),
      two,
    ],
    'anthropic/thinking-modified',
  ],
  ['merged', ([one = [], two = []]) => [merge(one), two], 'anthropic/thinking-modified'],
  [
    'in another order',
    ([one = [], two = []]) => [[...one.slice(1, 2), ...one.slice(0, 1), ...one.slice(2)], two],
    'anthropic/thinking-modified',
  ],
  [
    'without the redacted one',
    ([one = [], two = []]) => [one.filter(({ type }) => type !== 'redacted_thinking'), two],
    'anthropic/thinking-modified',
  ],
  [
    'without those of the first answer',
    ([one = [], two = []]) => [one.filter(({ type }) => type === 'tool_use'), two],
    'anthropic/thinking-modified',
  ],
  [
    'without that of the last answer',
    ([one = [], two = []]) => [one, two.filter(({ type }) => type === 'tool_use')],
    'anthropic/thinking-missing',
  ],
  [
    'without any',
    (answers) => answers.map((blocks) => blocks.filter(({ type }) => type === 'tool_use')),
    'anthropic/thinking-missing',
  ],
  [
    'moved to the other answer',
    ([one = [], two = []]) => [one.slice(1), [...one.slice(0, 1), ...two]],
    'anthropic/thinking-modified',
  ],
];
for (const [what, edit, rule] of edits) {
  test(`thinking blocks ${what}: ${rule ?? 'accepted'}, by a server that was started anew`, async () => {
    assert.equal(await brokenRule(edit), rule);
  });
}

test('a server with another key accepts no signature of this one', async () => {
  assert.equal(
    await brokenRule((answers) => answers, { second: { sealKey: 'other' } }),
    'anthropic/thinking-signature',
  );
});

test('another model leaves the thinking blocks out, and asks for none', async () => {
  assert.equal(await brokenRule((answers) => answers, { third: 'claude-sonnet-5' }), null);
  const bare = (answers: Blocks[]) => answers.map((blocks) => blocks.filter(({ type }) => type === 'tool_use'));
  assert.equal(await brokenRule(bare, { third: 'claude-sonnet-5' }), null);
});

test('only the newest models refuse thinking whose prompt has changed, and not for older accounts', async () => {
  const same = (answers: Blocks[]) => answers;
  assert.equal(await brokenRule(same, { user: 'Add them.' }), null);
  const model = 'claude-opus-5-5';
  assert.equal(await brokenRule(same, { model, user: 'Add them.' }), 'anthropic/thinking-prompt');
  assert.equal(await brokenRule(same, { model, user: 'Add them.', second: { bindsThinkingToPrompt: false } }), null);
});
