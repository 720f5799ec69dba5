import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentDefinition, QuestionId, ThreadId, ThreadNode } from '@retinue/protocol';
import { defaultApprovals, localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import type { House, HouseOptions } from '../../../../../tests/support/house.ts';
import { agent, agentsOf, openHouse } from '../../../../../tests/support/house.ts';
import { importInto } from '../../../../../tests/support/import-into.ts';
import { delegating, told } from '../../../../../tests/support/scripts.ts';
import type { Seen } from '../../../../../tests/support/witness-tools.ts';
import { witnessTools } from '../../../../../tests/support/witness-tools.ts';
import { exportChat } from '../../integrity/export/export-chat.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, resultsOf } from '../../models/script.ts';
import { call, say, together } from '../../models/script-lines.ts';
import type { StorePlace } from '../../ports/event-log.ts';

/* What happens between the moment at which an approval is asked for and the one at which it is given. */
const { stores, newDirectory } = bothStores();
const kinds = ['sqlite', 'postgres'] as const;

function teamOf(changes: Record<string, Partial<AgentDefinition>> = {}): AgentDefinition[] {
  return [
    { ...agent('boss', { subAgents: ['clerk'] }), ...changes.boss },
    { ...agent('clerk', { tools: ['mail', 'look'] }), ...changes.clerk },
  ];
}

/** Mails once, and tells what came of it. */
const script = byAgent({
  boss: delegating(['clerk', 'write to them']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: 'them' })]
      : [say(told(resultsOf(request)[0]?.value ?? null))],
});

/** Both at once, each of which a person is asked for. */
const both: Script = (request) =>
  resultsOf(request).length === 0
    ? [together(call('shell', { run: 'ls' }), call('mail', { to: 'them' }))]
    : [say('Both.')];

async function open(store: StorePlace, options: Partial<HouseOptions> = {}): Promise<{ house: House; seen: Seen[] }> {
  const { tools, seen } = witnessTools();
  const directory = await newDirectory();
  const house = await openHouse({ agents: teamOf(), tools, directory, store, script, ...options });
  return { house, seen };
}

async function questionIn(house: House): Promise<QuestionId> {
  const [question, ...others] = await house.log.readModels.openQuestions(localWorkspaceId);
  assert.equal(others.length, 0);
  return question?.questionId ?? assert.fail('no question');
}

async function approve(house: House): Promise<string | null> {
  const questionId = await questionIn(house);
  const reply = await house.commands.answerApproval(house.wish(), { questionId, verdict: 'approved', reason: '' });
  return reply.refusal?.code ?? null;
}

const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

/** As another server imports it. */
async function carry(from: House, rootId: ThreadId, to: House): Promise<ThreadId> {
  const text = await exportChat(from.log, { workspaceId: localWorkspaceId, rootId, now: 0 }, 'json');
  return (await importInto(to, text)).chatId;
}

for (const kind of kinds) {
  describe(kind, () => {
    const narrowed: [
      about: string,
      narrow: (house: House, agents: AgentDefinition[]) => Promise<unknown>,
      words: RegExp,
    ][] = [
      [
        'the workspace denies the tool',
        ({ retinue }) => retinue.workspaces.change(localWorkspaceId, { deniedTools: ['mail'] }),
        /The workspace does not allow the tool "mail" any more/,
      ],
      [
        'the workspace denies its reach',
        ({ retinue }) =>
          retinue.workspaces.change(localWorkspaceId, { approvals: { ...defaultApprovals, outbound: 'deny' } }),
        /The workspace does not allow the tool "mail" any more/,
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
        /The tool "mail" was taken away while this call waited/,
      ]),
    ];

    for (const [about, narrow, words] of narrowed) {
      test(`[D15.5] ${about} while an approval waits: given then, the call is refused, and the model is told`, async () => {
        const agents = teamOf();
        const { house, seen } = await open(await stores[kind](), { agents });
        await using _house = house;
        const { thread } = await house.run('go');
        await narrow(house, agents);
        assert.equal(await approve(house), null);
        const settled = await house.until(thread.threadId, idle);
        assert.match(settled.thread.outcome?.result ?? '', words);
        assert.equal(seen.length, 0);
        const started = (await house.events(thread.threadId)).filter(({ type }) => type === 'call.started');
        assert.equal(started.length, 0);
      });
    }

    test('[D15.5] an agent that is only worded anew, or that is gone, does not take back what is approved', async () => {
      for (const changed of [teamOf({ clerk: { systemPrompt: 'Be brief.' } }).map(nextVersion), []]) {
        const agents = teamOf();
        const { house, seen } = await open(await stores[kind](), { agents });
        await using _house = house;
        const { thread } = await house.run('go');
        agents.splice(0, agents.length, ...changed);
        await approve(house);
        await house.until(thread.threadId, idle);
        assert.equal(seen.length, 1);
      }
    });

    test('[D15.5] a call that is approved while another is about to begin is judged by what its agents leave it, too', async () => {
      const agents = teamOf({ clerk: { tools: ['mail', 'shell'] } });
      const known = agentsOf(agents);
      const whenLookedUp: { once: (() => Promise<void>) | null } = { once: null };
      const find: typeof known.find = async (...place) => {
        const { once } = whenLookedUp;
        whenLookedUp.once = null;
        await once?.();
        return known.find(...place);
      };
      const { house, seen } = await open(await stores[kind](), {
        script: byAgent({ boss: delegating(['clerk', 'do both']), clerk: both }),
        replacements: { agents: { ...known, find } },
      });
      await using _house = house;
      const { thread } = await house.run('go');
      agents.splice(0, agents.length, ...teamOf({ clerk: { tools: ['shell'] } }).map(nextVersion));
      const asked = await house.log.readModels.openQuestions(localWorkspaceId);
      const approveOf = async (tool: string) => {
        const { questionId } =
          asked.find(({ text }) => text.includes(tool)) ?? assert.fail(`${tool} was not asked for`);
        const verdict = { questionId, verdict: 'approved', reason: '' } as const;
        assert.equal((await house.commands.answerApproval(house.wish(), verdict)).refusal, null);
      };
      whenLookedUp.once = () => approveOf('mail');
      await approveOf('shell');
      await house.until(thread.threadId, idle);
      assert.deepEqual(
        seen.map(({ name }) => name),
        ['shell'],
      );
    });

    test('[D15.4] what the workspace denies by now is not asked for', async () => {
      const { house, seen } = await open(await stores[kind]());
      await using _house = house;
      const rootId = await house.open('go');
      await house.retinue.workspaces.change(localWorkspaceId, { approvals: { ...defaultApprovals, outbound: 'deny' } });
      house.retinue.start();
      const settled = await house.until(rootId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /The workspace does not allow the tool "mail" any more/);
      assert.deepEqual([seen.length, await house.log.readModels.openQuestions(localWorkspaceId)], [0, []]);
    });

    for (const other of kinds) {
      test(`[D11.23][L51] an approval that came with an imported chat from ${other} is closed, and nothing runs`, async () => {
        const from = await open(await stores[other]());
        await using _from = from.house;
        const { thread } = await from.house.run('go');
        const to = await open(await stores[kind]());
        await using _to = to.house;
        const chatId = await carry(from.house, thread.threadId, to.house);
        to.house.retinue.start();
        assert.deepEqual(await to.house.log.readModels.openQuestions(localWorkspaceId), []);
        const imported = await to.house.settled(chatId);
        assert.equal(imported.thread.status, 'cancelled');
        assert.deepEqual([from.seen.length, to.seen.length], [0, 0]);
        const there = await from.house.view(thread.threadId);
        assert.equal(there.thread.status, 'active', 'where it came from, it still waits');
      });
    }
  });
}

function nextVersion(definition: AgentDefinition): AgentDefinition {
  return { ...definition, version: 2 };
}
