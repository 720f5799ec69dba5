import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentDefinition, QuestionId, ThreadId, ThreadNode } from '@retinue/protocol';
import { defaultApprovals, localWorkspaceId } from '@retinue/protocol';
import { importInto } from '../../../../../tests/support/apps/import-into.ts';
import type { TestApp, TestAppOptions } from '../../../../../tests/support/apps/test-app.ts';
import { agent, agentsOf, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, told } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { Seen } from '../../../../../tests/support/tools/witness-tools.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';
import { writeExport } from '../../integrity/export/export-chat.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';

/*
 * Events between the request for an approval and the verdict.
 */
const { stores, newDirectory } = bothStores();
const kinds = ['sqlite', 'postgres'] as const;

function teamOf(changes: Record<string, Partial<AgentDefinition>> = {}): AgentDefinition[] {
  return [
    { ...agent('boss', { subAgents: ['clerk'] }), ...changes.boss },
    { ...agent('clerk', { tools: ['mail', 'look'] }), ...changes.clerk },
  ];
}

/** Mails once, and reports the outcome. */
const script = byAgent({
  boss: delegating(['clerk', 'write to them']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: 'them' })]
      : [say(told(resultsOf(request)[0]?.value ?? null))],
});

/** Two calls, each of which needs a person's approval. */
const both: Script = (request) =>
  resultsOf(request).length === 0
    ? [together(call('shell', { run: 'ls' }), call('mail', { to: 'them' }))]
    : [say('Both.')];

async function open(store: StorePlace, options: Partial<TestAppOptions> = {}): Promise<{ app: TestApp; seen: Seen[] }> {
  const { tools, seen } = witnessTools();
  const directory = await newDirectory();
  const app = await openTestApp({ agents: teamOf(), tools, directory, store, script, ...options });
  return { app, seen };
}

async function questionIn(app: TestApp): Promise<QuestionId> {
  const [question, ...others] = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.equal(others.length, 0);
  return question?.questionId ?? assert.fail('no question');
}

async function approve(app: TestApp): Promise<string | null> {
  const questionId = await questionIn(app);
  const reply = await app.commands.answerApproval(app.context(), { questionId, verdict: 'approved', reason: '' });
  return reply.refusal?.code ?? null;
}

const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

/** As another server imports it. */
async function carry(from: TestApp, rootId: ThreadId, to: TestApp): Promise<ThreadId> {
  const text = await writeExport(from.log, { workspaceId: localWorkspaceId, rootId, now: 0 }, 'json');
  return (await importInto(to, text)).chatId;
}

for (const kind of kinds) {
  describe(kind, () => {
    const narrowed: [
      about: string,
      narrow: (app: TestApp, agents: AgentDefinition[]) => Promise<unknown>,
      words: RegExp,
    ][] = [
      [
        'the workspace denies the tool',
        ({ retinue }) => retinue.workspaces.change({ workspaceId: localWorkspaceId }, { deniedTools: ['mail'] }),
        /The workspace no longer allows the tool "mail"/,
      ],
      [
        'the workspace denies its reach',
        ({ retinue }) =>
          retinue.workspaces.change(
            { workspaceId: localWorkspaceId },
            { approvals: { ...defaultApprovals, outbound: 'deny' } },
          ),
        /The workspace no longer allows the tool "mail"/,
      ],
      ...(
        [
          ["a rule of the agent's denies it", { clerk: { approvals: { mail: 'deny' } } }],
          ['the agent denies it', { clerk: { denies: ['mail'] } }],
          ['the agent above denies it', { boss: { denies: ['mail'] } }],
          ['the agent has it no more', { clerk: { tools: ['look'] } }],
          ["the agent's ceiling leaves it out", { clerk: { ceiling: ['look'] } }],
          ['the ceiling of the agent above leaves it out', { boss: { ceiling: ['look'] } }],
        ] as [string, Record<string, Partial<AgentDefinition>>][]
      ).map(([about, changes]): (typeof narrowed)[number] => [
        about,
        async (_house, agents) => agents.splice(0, agents.length, ...teamOf(changes).map(nextVersion)),
        /The agent lost the tool "mail" while this call waited/,
      ]),
    ];

    for (const [about, narrow, words] of narrowed) {
      test(`[D15.5] ${about} while an approval waits: given then, the call is refused, and the model is notified`, async () => {
        const agents = teamOf();
        const { app, seen } = await open(await stores[kind](), { agents });
        await using _house = app;
        const { thread } = await app.run('go');
        await narrow(app, agents);
        assert.equal(await approve(app), null);
        const settled = await app.until(thread.threadId, idle);
        assert.match(settled.thread.outcome?.result ?? '', words);
        assert.equal(seen.length, 0);
        const started = (await app.events(thread.threadId)).filter(({ type }) => type === 'call.started');
        assert.equal(started.length, 0);
      });
    }

    test('[D15.5] an agent with new texts, or a deleted one, does not revoke an approval', async () => {
      for (const changed of [teamOf({ clerk: { systemPrompt: 'Be brief.' } }).map(nextVersion), []]) {
        const agents = teamOf();
        const { app, seen } = await open(await stores[kind](), { agents });
        await using _house = app;
        const { thread } = await app.run('go');
        agents.splice(0, agents.length, ...changed);
        await approve(app);
        await app.until(thread.threadId, idle);
        assert.equal(seen.length, 1);
      }
    });

    test("[D15.5] a call that is approved while another is about to start is checked against its agents' tools, too", async () => {
      const agents = teamOf({ clerk: { tools: ['mail', 'shell'] } });
      const known = agentsOf(agents);
      const whenLookedUp: { once: (() => Promise<void>) | null } = { once: null };
      const find: typeof known.find = async (...place) => {
        const { once } = whenLookedUp;
        whenLookedUp.once = null;
        await once?.();
        return known.find(...place);
      };
      const { app, seen } = await open(await stores[kind](), {
        script: byAgent({ boss: delegating(['clerk', 'do both']), clerk: both }),
        replacements: { agents: { ...known, find } },
      });
      await using _house = app;
      const { thread } = await app.run('go');
      agents.splice(0, agents.length, ...teamOf({ clerk: { tools: ['shell'] } }).map(nextVersion));
      const asked = await app.log.readModels.openQuestions(localWorkspaceId);
      const approveOf = async (tool: string) => {
        const { questionId } =
          asked.find(({ text }) => text.includes(tool)) ?? assert.fail(`${tool} was not asked for`);
        const verdict = { questionId, verdict: 'approved', reason: '' } as const;
        assert.equal((await app.commands.answerApproval(app.context(), verdict)).refusal, null);
      };
      whenLookedUp.once = () => approveOf('mail');
      await approveOf('shell');
      await app.until(thread.threadId, idle);
      assert.deepEqual(
        seen.map(({ name }) => name),
        ['shell'],
      );
    });

    test('[D15.4] a call that the workspace denies by now is not put to a person', async () => {
      const { app, seen } = await open(await stores[kind]());
      await using _house = app;
      const rootId = await app.open('go');
      await app.retinue.workspaces.change(
        { workspaceId: localWorkspaceId },
        { approvals: { ...defaultApprovals, outbound: 'deny' } },
      );
      app.retinue.start();
      const settled = await app.until(rootId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /The workspace no longer allows the tool "mail"/);
      assert.deepEqual([seen.length, await app.log.readModels.openQuestions(localWorkspaceId)], [0, []]);
    });

    for (const other of kinds) {
      test(`[D11.23][L51] an approval that came with an imported chat from ${other} is closed, and nothing runs`, async () => {
        const from = await open(await stores[other]());
        await using _from = from.app;
        const { thread } = await from.app.run('go');
        const to = await open(await stores[kind]());
        await using _to = to.app;
        const chatId = await carry(from.app, thread.threadId, to.app);
        to.app.retinue.start();
        assert.deepEqual(await to.app.log.readModels.openQuestions(localWorkspaceId), []);
        const imported = await to.app.settled(chatId);
        assert.equal(imported.thread.status, 'cancelled');
        assert.deepEqual([from.seen.length, to.seen.length], [0, 0]);
        const there = await from.app.view(thread.threadId);
        assert.equal(there.thread.status, 'active', 'where it came from, it still waits');
      });
    }
  });
}

function nextVersion(definition: AgentDefinition): AgentDefinition {
  return { ...definition, version: 2 };
}
