import {
  type AgentSnapshot,
  agentIdOf,
  type Budget,
  type ListedAgent,
  type Reason,
  type TaskId,
} from '@retinue/protocol';
import { type CallPlace, SampleChat, type SampleThread } from './sample-chat.ts';
import { badges, type Samples } from './samples.tsx';

const rateLimited: Reason = { code: 'rate-limited' };
const grant: Budget = { tokens: 12_000, costMicros: null, workMs: null, calls: null, tasks: null };

export type SampleChats = ReturnType<typeof sampleChats>;

/** The chats of the gallery. Their texts run in the direction of the page. */
export function sampleChats(samples: Samples) {
  const agents = sampleAgents(samples);
  return {
    agents,
    team: teamChat(samples, agents),
    answered: answeredChat(samples, agents),
    writing: writingChat(samples, agents),
    asking: askingChat(samples, agents),
    retrying: retryingChat(samples, agents),
    stopped: stoppedChat(samples, agents),
    refused: refusedChat(samples, agents),
  };
}

type Agents = ReturnType<typeof sampleAgents>;

function sampleAgents({ name, sentence }: Samples) {
  const shared = { version: 3, description: sentence, sampling: {}, maxSteps: null, subAgents: [] };
  const model = { provider: 'demo', id: 'demo' };
  const worker: AgentSnapshot = {
    ...shared,
    agentId: agentIdOf('researcher'),
    name,
    badge: badges[0],
    model,
    tools: ['searchWeb', 'readFile', 'askUser'],
  };
  const introduction = { agentId: worker.agentId, name, description: sentence };
  const lead: AgentSnapshot = {
    ...shared,
    agentId: agentIdOf('lead'),
    name: `${name} 1`,
    badge: badges[1],
    model,
    tools: ['newTask'],
    subAgents: [introduction],
  };
  return { lead, worker };
}

/** As the agent directory lists them. */
export function listedAgents({ lead, worker }: Agents): ListedAgent[] {
  return [lead, worker].map(({ subAgents, ...agent }) => ({
    ...agent,
    systemPrompt: '',
    subAgentIds: subAgents.map(({ agentId }) => agentId),
    skillIds: [],
    placeholder: '',
    isBuiltIn: true,
  }));
}

type Play = (chat: SampleChat, child: SampleThread, place: CallPlace) => void;

/** A turn with one task in every state. */
function teamChat(samples: Samples, { lead, worker }: Agents) {
  const chat = new SampleChat(lead, samples.long.trim());
  const plays = playsOf(samples, worker);
  const args = { task: samples.sentence, subAgentId: worker.agentId };
  const calls = Object.keys(plays).map(() => ({ name: 'newTask', args }));
  const places = chat.step(chat.root, [{ type: 'text', text: samples.sentence }, ...calls]);
  const tasks: Record<string, TaskId> = {};
  for (const [index, [state, { fields = {}, play }]] of Object.entries(plays).entries()) {
    const place = places[index];
    if (!place) continue;
    const child = chat.delegate(chat.root, place, worker, samples.long.trim(), fields);
    play?.(chat, child, place);
    if (child.parent) tasks[state] = child.parent.taskId;
  }
  return { chat, tasks };
}

function playsOf(
  { sentence }: Samples,
  worker: AgentSnapshot,
): Record<string, { fields?: Parameters<SampleChat['delegate']>[4]; play?: Play }> {
  const search = { name: 'searchWeb', args: { query: sentence } };
  const work: Play = (chat, child) => {
    const [place] = chat.step(child, [search]);
    if (place) chat.runCall(child, place);
  };
  const succeed: Play = (chat, child) => {
    chat.step(child, [{ type: 'text', text: sentence }]);
    chat.endTask(chat.root, child, { status: 'success', result: sentence });
  };
  const fail =
    (reason: Reason): Play =>
    (chat, child) => {
      const [place] = chat.step(child, [search]);
      if (place) chat.endCall(child, place, { status: 'failed', error: { code: 'tool-failed' } });
      chat.endTask(chat.root, child, { status: 'failed', reason });
    };
  return {
    queued: {},
    'running a tool': { play: work },
    thinking: { play: (chat, child) => chat.startStep(child) },
    background: { fields: { isBackground: true }, play: work },
    'with a budget': { fields: { grant }, play: work },
    'waiting to retry': {
      play: (chat, child) => {
        chat.startStep(child);
        chat.cutStep(child, rateLimited, 600_000);
      },
    },
    'waiting for you, nested': {
      play: (chat, child) => {
        const [below] = chat.step(child, [
          { type: 'text', text: sentence },
          { name: 'newTask', args: { task: sentence } },
        ]);
        if (!below) return;
        const inner = chat.delegate(child, below, worker, sentence);
        const [asked] = chat.step(inner, [{ name: 'askUser', args: { question: sentence } }]);
        if (asked) chat.ask(inner, asked, { kind: 'answer', text: sentence, options: ['2023', '2024'] });
      },
    },
    done: { play: succeed },
    failed: { play: fail({ code: 'no-progress' }) },
    'failed at its limit': { play: fail({ code: 'step-limit', maxSteps: 100 }) },
    interrupted: { play: fail({ code: 'interrupted-too-often', times: 3 }) },
    canceled: {
      play: (chat, child) => chat.endTask(chat.root, child, { status: 'cancelled', reason: { code: 'canceled' } }),
    },
    'second attempt': { fields: { attempt: 2 }, play: succeed },
  };
}

const markdown = (sentence: string) =>
  `## ${sentence}\n\n${sentence} **${sentence}**\n\n- ${sentence}\n- \`const sum = 1 + 2;\`\n\n| 2023 | 2024 |\n| --- | --- |\n| 12 | 7 |`;

/** An ended turn: every kind of message and call, then the answer. */
function answeredChat({ sentence, name }: Samples, { lead, worker }: Agents) {
  const chat = new SampleChat(lead, sentence);
  const { root } = chat;
  chat.hear(root, { from: 'context', text: sentence });
  const call = (toolName: string) => ({ name: toolName, args: { query: sentence } });
  const chart = {
    kind: 'bar',
    title: sentence,
    unit: 'EUR',
    points: ['2023', '2024'],
    series: [{ name, values: [12, 7] }],
  };
  const names = ['searchWeb', 'readFile', 'sendMail', 'queryData', 'displayBarChart'];
  const calls = chat.step(root, [
    { type: 'reasoning', text: sentence },
    { type: 'text', text: sentence },
    ...names.map(call),
  ]);
  const [searched, read, sent, queried, drawn] = calls;
  for (const place of calls) chat.runCall(root, place);
  if (searched) chat.endCall(root, searched, { value: sentence });
  if (read) chat.endCall(root, read, { status: 'failed', error: { code: 'tool-timeout', ms: 60_000 } });
  if (sent) chat.endCall(root, sent, { status: 'interrupted', error: { code: 'call-interrupted' } });
  if (queried) chat.endCall(root, queried, { status: 'cancelled', error: { code: 'canceled' } });
  if (drawn) chat.endCall(root, drawn, { value: chart });
  chat.hear(root, { from: 'person', text: sentence });
  const [place] = chat.step(root, [{ name: 'newTask', args: { task: sentence } }]);
  if (place) {
    const child = chat.delegate(root, place, worker, sentence);
    const [result] = chat.step(child, [{ name: 'taskResult', args: { result: sentence, status: 'success' } }]);
    if (result) chat.endCall(child, result, { value: 'ok' });
    chat.endTask(root, child, { status: 'success', result: sentence });
    if (child.parent)
      chat.hear(root, { from: 'task', text: `${sentence}\n${sentence}`, taskId: child.parent.taskId, isNotice: true });
  }
  chat.hear(root, { from: 'task', text: sentence });
  chat.step(root, [{ type: 'text', text: sentence }], 'compaction');
  const [suggested] = chat.step(
    root,
    [{ type: 'text', text: markdown(sentence) }, call('suggestFollowUps')],
    'wrap-up',
  );
  if (suggested) chat.endCall(root, suggested, { value: { questions: [sentence, name] } });
  chat.end(root, 'completed', sentence);
  return chat;
}

/** A step whose draft the stream sends, and a message that is not read yet. */
function writingChat({ sentence }: Samples, { lead }: Agents) {
  const chat = new SampleChat(lead, sentence);
  const [running] = chat.step(chat.root, [{ name: 'searchWeb', args: { query: sentence } }]);
  if (running) chat.endCall(chat.root, running, { value: sentence });
  chat.startStep(chat.root);
  chat.hear(chat.root, { from: 'person', text: sentence });
  return chat;
}

/** Questions and approvals, open and closed. */
function askingChat({ sentence }: Samples, { lead }: Agents) {
  const chat = new SampleChat(lead, sentence);
  const { root } = chat;
  const ask = { name: 'askUser', args: { question: sentence } };
  const mail = { name: 'sendMail', args: { to: 'ada@example.com', text: sentence } };
  const [open, answered, byParent, lapsing, approved, refused] = chat.step(root, [ask, ask, ask, mail, mail, mail]);
  const question = { kind: 'answer', text: sentence, options: ['2023', '2024'] } as const;
  const approval = { kind: 'approval', text: sentence, options: [] } as const;
  if (open) chat.ask(root, open, { ...question, options: [...question.options] });
  if (answered) chat.ask(root, answered, { kind: 'answer', text: sentence, options: [] });
  if (answered) chat.answer(root, answered, { answer: sentence });
  if (byParent) chat.ask(root, byParent, { kind: 'answer', text: sentence, options: [], audience: 'parent' });
  if (lapsing) chat.ask(root, lapsing, { ...approval, options: [], lapsesAfterMs: 3_600_000 });
  for (const [place, verdict] of [
    [approved, 'approved'],
    [refused, 'refused'],
  ] as const) {
    if (!place) continue;
    chat.ask(root, place, { ...approval, options: [] });
    chat.answer(root, place, { answer: verdict === 'approved' ? verdict : sentence, verdict });
  }
  return chat;
}

function retryingChat({ sentence }: Samples, { lead }: Agents) {
  const chat = new SampleChat(lead, sentence);
  chat.startStep(chat.root);
  chat.cutStep(chat.root, rateLimited, 600_000);
  return chat;
}

function stoppedChat({ sentence }: Samples, { lead }: Agents) {
  const chat = new SampleChat(lead, sentence);
  chat.add(chat.root, { type: 'chat.stopped', data: {} });
  return chat;
}

/** The provider refused the key. */
function refusedChat({ sentence }: Samples, { lead }: Agents) {
  const chat = new SampleChat(lead, sentence);
  const reason: Reason = { code: 'wrong-key', host: 'api.example.com' };
  chat.startStep(chat.root);
  chat.cutStep(chat.root, reason, null);
  chat.end(chat.root, 'failed', '', reason);
  return chat;
}
