import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, configFor, openTestApp, temporaryDirectory } from '../../../../tests/support/apps/test-app.ts';
import { toolFor } from '../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../../../tests/support/scripted/script.ts';
import { call, say, together } from '../../../../tests/support/scripted/script-lines.ts';
import { readConfig } from '../config.ts';
import { buildRetinue } from '../main.ts';
import { createModels } from '../models/models.ts';
import { builtInTools } from '../tools/tools.ts';
import { loadExtensions } from './load-extensions.ts';

const open = "import { defineExtension, defineTool, z } from '@retinue/server/extension';\n";
const tool = (name: string, rest = '') =>
  `{ name: ${JSON.stringify(name)}, description: 'A tool', input: z.strictObject({}), effect: 'read', reach: 'internal', run: () => 1 ${rest} }`;
const extension = (fields: string) => `${open}export default { name: 'mine', ${fields} };`;

/** Loads modules with these sources from files of their own. */
async function load(...sources: string[]) {
  const directory = await temporaryDirectory();
  try {
    const paths = sources.map((_, index) => join(directory, `extension-${index}.ts`));
    for (const [index, path] of paths.entries()) await writeFile(path, sources[index] ?? '');
    return await loadExtensions(paths, builtInTools);
  } finally {
    await rm(directory, { recursive: true });
  }
}

const unusable: [what: string, sources: string[], problem: RegExp][] = [
  ['a syntax error', ['export default {'], /loading it failed with SyntaxError: /],
  ['types that need a build', ['enum A { b }\nexport default {}'], /loading it failed with SyntaxError: .*enum/s],
  ['an error at load', ["throw new Error('no license');"], /loading it failed with Error: no license\. Change it/],
  ['an import that is missing', ["import 'not-there';"], /loading it failed with Error: .*not-there/],
  ['no default export', ['export const tools = [];'], /default export is not an extension\. Export defineExtension/],
  ['no name', ['export default { tools: [] };'], /name: Invalid input: expected string/],
  ['an invalid name', ["export default { name: 'My Extension' };"], /name: must begin with a lower-case letter/],
  ['an unknown field', [extension('tool: []')], /unknown member "tool"\. Known: name, tools, providers, hooks\./],
  [
    'an unknown hook',
    [extension("hooks: { 'on-full-moon': () => {} }")],
    /"on-full-moon".*on-user-message.*beforeCall/,
  ],
  ['a hook that is no function', [extension('hooks: { beforeCall: 1 }')], /hooks\.beforeCall: must be a function\./],
  [
    'an invalid tool name',
    [extension(`tools: [${tool('roll dice')}]`)],
    /tools\[0\]\.name \("roll dice"\): must begin/,
  ],
  [
    'an unknown reach',
    [extension(`tools: [${tool('roll', ", reach: 'far'")}]`)],
    /tools\[0\]\.reach \("roll"\): .*"outbound"/,
  ],
  ['an input that is no schema', [extension(`tools: [${tool('roll', ', input: {}')}]`)], /must be a zod schema/],
  [
    'an input that is no object',
    [extension(`tools: [${tool('roll', ', input: z.string()')}]`)],
    /not an object that JSON schema/,
  ],
  [
    'an input with a date',
    [extension(`tools: [${tool('roll', ', input: z.object({ a: z.date() })')}]`)],
    /not an object that JSON/,
  ],
  [
    'a misspelled field of a tool',
    [extension(`tools: [${tool('roll', ', timeout: 1')}]`)],
    /\("roll"\) has an unknown member "timeout"/,
  ],
  [
    'a tool twice',
    [extension(`tools: [${tool('roll')}, ${tool('roll')}]`)],
    /"roll" has a name that is used by the extension twice/,
  ],
  [
    'a built-in tool',
    [extension(`tools: [${tool('calculate')}]`)],
    /tool "calculate" has a name that is used by Retinue itself/,
  ],
  [
    'a tool of the engine',
    [extension(`tools: [${tool('newTask')}]`)],
    /"newTask" has a name that is used by Retinue itself/,
  ],
  [
    'a provider without a stream',
    [extension("providers: [{ name: 'mine' }]")],
    /providers\[0\]\.stream \("mine"\): must be a function/,
  ],
  [
    'a provider of Retinue',
    [extension("providers: [{ name: 'openai-compatible', stream() {} }]")],
    /provider "openai-compatible"/,
  ],
  [
    'a tool of another extension',
    [extension(`tools: [${tool('roll')}]`), extension(`tools: [${tool('roll')}]`).replace('mine', 'other')],
    /extension-1\.ts can't be used: its tool "roll" has a name that is used by .*extension-0\.ts\. Choose another name/,
  ],
  ['the name of another extension', [extension(''), extension('')], /the name "mine" is used by .*extension-0\.ts/],
];

for (const [what, sources, problem] of unusable) {
  test(`[I2] an extension with ${what} is refused with its file and the remedy`, async () => {
    await assert.rejects(load(...sources), (error: Error) => {
      assert.match(error.message, problem);
      assert.match(
        error.message,
        /^The extension .*extension-\d\.ts can't be used: .* or remove it from RETINUE_EXTENSIONS\.$/s,
      );
      return true;
    });
  });
}

test('[I2] the server does not start with a missing extension, or a model that no extension provides', async () => {
  await assert.rejects(openTestApp({ script: [], extensions: ['/not/there.ts'] }), /\/not\/there\.ts .*no such file/);
  const directory = await temporaryDirectory();
  const config = { ...configFor(directory), model: { provider: 'acme', id: 'one' } };
  await assert.rejects(buildRetinue(config), /provider "acme", which no extension provides\. Known providers: none\./);
  await rm(directory, { recursive: true, force: true });
});

test('[I1] tools and providers are loaded, with defaults for omitted fields', async () => {
  const source = extension(`tools: [${tool('roll')}], providers: [{ name: 'echo', isFree: true, async *stream() {} }]`);
  const { tools, providers, freeProviders } = await load(source);
  assert.deepEqual(
    tools.map(({ name, timeoutMs, outputBytes }) => [name, timeoutMs, outputBytes]),
    [['roll', 60_000, 65_536]],
  );
  assert.deepEqual([Object.keys(providers), freeProviders], [['echo'], ['echo']]);
});

test('[I3] a tool of an extension that throws fails its call with the message', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'extension.ts');
  await writeFile(path, extension(`tools: [${tool('roll', ", run() { throw new Error('The dice are lost.'); }")}]`));
  const script = byAgent({ boss: bySteps([call('roll')], (request) => [say(String(resultsOf(request)[0]?.value))]) });
  await using app = await openTestApp({ script, extensions: [path], agents: [agent('boss', { tools: ['roll'] })] });
  const { thread } = await app.run('go');
  assert.equal(thread.outcome?.result, 'The dice are lost.');
  await rm(directory, { recursive: true });
});

test('[I1] a provider of an extension answers for agents that have its model', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'extension.ts');
  const usage = '{ inputTokens: 1, outputTokens: 1, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 }';
  const stream = `async *stream({ model }) { yield { type: 'text', text: model.id }; yield { type: 'end', finishReason: 'stop', usage: ${usage} }; }`;
  await writeFile(path, extension(`providers: [{ name: 'parrot', ${stream} }]`));
  const model = { provider: 'parrot', id: 'gray' };
  const retinue = await buildRetinue({ ...configFor(directory, { extensions: [path] }), model });
  const [first] = await retinue.agents.list(localWorkspaceId);
  assert.deepEqual(first?.model, model);
  await retinue.stop(0);
  const models = createModels({ providers: (await loadExtensions([path], [])).providers });
  await using app = await openTestApp({ script: [], agents: [{ ...agent('boss'), model }], replacements: { models } });
  assert.equal((await app.run('Hello')).thread.outcome?.result, 'gray');
  await rm(directory, { recursive: true });
});

test('[I6] the demo is an extension that is loaded by default and can be left out', async () => {
  const [on, off] = [readConfig({}), readConfig({ RETINUE_DEMO: 'off' })];
  if ('problems' in on || 'problems' in off) return assert.fail('refused');
  const { tools, providers, freeProviders } = await loadExtensions(on.extensions, builtInTools);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['listDatasets', 'searchDatasets', 'getDatasetDetails', 'queryDataset'],
  );
  assert.deepEqual([Object.keys(providers), freeProviders], [['demo'], ['demo']]);
  assert.deepEqual(off.extensions, []);
  const directory = await temporaryDirectory();
  const retinue = await buildRetinue({ ...configFor(directory), model: off.model });
  const known = new Set(['askUser', ...retinue.tools.list().map(({ name }) => name)]);
  for (const { name, tools: names } of await retinue.agents.list(localWorkspaceId))
    assert.ok(names.every((one) => known.has(one)) && names.length > 0, name);
  await retinue.stop(0);
  await rm(directory, { recursive: true });
});

test('[I1] [I4] the examples of docs/extensions.md work', async () => {
  const page = await readFile(new URL('../../../../docs/extensions.md', import.meta.url), 'utf8');
  const sources = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, source = '']) => source);
  const directory = await temporaryDirectory();
  const extensions = sources.map((_, index) => join(directory, `example-${index}.ts`));
  for (const [index, path] of extensions.entries()) await writeFile(path, sources[index] ?? '');
  const queryDataset = toolFor('queryDataset', async () => 'rows', { effect: 'read' });
  const script = byAgent({
    boss: bySteps([together(call('rollDice', { dice: 3 }), call('queryDataset', { column: 'salary' }))], (request) => [
      say(JSON.stringify(resultsOf(request).map(({ value }) => value))),
    ]),
  });
  const agents = [agent('boss', { tools: ['rollDice', 'queryDataset'] })];
  await using app = await openTestApp({ script, extensions, agents, tools: [queryDataset] });
  const { thread } = await app.run('Roll three dice');
  const [{ points, total }, refused] = JSON.parse(thread.outcome?.result ?? '[{}]');
  assert.equal(points.length, 3);
  assert.equal(total, points[0] + points[1] + points[2]);
  assert.equal(refused, 'Refused by the extension "guard": Salaries are private.');
  await rm(directory, { recursive: true });
});
