import {
  type Chat,
  createClient,
  type Delta,
  defaultApprovals,
  localWorkspaceId,
  noUsage,
  providerIdOf,
  type RouteName,
  type RouteReply,
  type Routes,
  routes,
  threadIdSchema,
  type Workspace,
  type WorkspaceStop,
  workspaceIdSchema,
} from '@retinue/protocol';
import type { Frame } from '../packages/web/src/api/frames.ts';
import { Store } from '../packages/web/src/store/store.ts';
import { listedAgents, type SampleChats } from './sample-chats.ts';
import type { Samples } from './samples.tsx';

/** Each person or moment has a workspace of its own, because the stream says what holds in one. */
const variants = {
  owner: { workspaceId: localWorkspaceId, role: 'owner', stop: null },
  viewer: { workspaceId: workspaceIdSchema.parse('ws_viewer'), role: 'viewer', stop: null },
  stopped: { workspaceId: workspaceIdSchema.parse('ws_stopped'), role: 'owner', stop: 'workspace' },
  'stopped by another': { workspaceId: workspaceIdSchema.parse('ws_server'), role: 'viewer', stop: 'server' },
  reconnecting: { workspaceId: workspaceIdSchema.parse('ws_lost'), role: 'owner', stop: null },
} as const;
export type Variant = keyof typeof variants;

type Place = Partial<Record<string, string>>;
type Replies = { [Name in RouteName]?: (place: Place) => RouteReply<Routes[Name]> };

/** Answers the requests of the page from the sample chats, and opens stores that are signed in. */
export function openSampleServer(samples: Samples, chats: SampleChats) {
  const stores = new Map<Variant, Store>();
  globalThis.fetch = async (url) => {
    const found = Object.values(variants).find(({ workspaceId }) => String(url).includes(`/${workspaceId}/stream`));
    if (!found || found === variants.reconnecting) throw new TypeError('The sample server has no such address.');
    return streamOf(found, chats, samples);
  };
  return {
    storeOf(variant: Variant): Store {
      const known = stores.get(variant);
      if (known) return known;
      const replies = repliesOf(variants[variant], chats, samples);
      const store = new Store(createClient(routes, { baseUrl: '', fetch: (url, init) => answer(replies, url, init) }));
      stores.set(variant, store);
      void store.begin();
      return store;
    },
  };
}

async function answer(replies: Replies, url: string, { method }: RequestInit): Promise<Response> {
  const { pathname } = new URL(url, location.origin);
  for (const [name, reply] of Object.entries(replies)) {
    const route = Object.entries(routes).find(([key]) => key === name)?.[1];
    const pattern = route?.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = route?.method === method && pattern ? new RegExp(`^${pattern}$`).exec(pathname) : null;
    if (match) return Response.json(reply(match.groups ?? {}));
  }
  return Response.json({ code: 'not-found', detail: 'This page only shows samples.' }, { status: 404 });
}

function repliesOf({ workspaceId, role }: (typeof variants)[Variant], chats: SampleChats, samples: Samples): Replies {
  const all = [
    chats.team.chat,
    chats.answered,
    chats.writing,
    chats.asking,
    chats.retrying,
    chats.stopped,
    chats.refused,
  ];
  const chatAt = ({ chatId }: Place) => all.find((chat) => chat.chatId === chatId) ?? chats.answered;
  const limits = { maxDepth: 3, deniedTools: [], limits: {}, version: 0, approvals: defaultApprovals };
  const workspace: Workspace = {
    ...limits,
    workspaceId,
    name: samples.name,
    defaultAgentId: chats.agents.lead.agentId,
    createdAt: Date.now(),
  };
  const models = ['model-1', 'model-2'];
  const provider = {
    providerId: providerIdOf('local'),
    name: samples.name,
    kind: 'openai',
    models,
    version: 0,
  } as const;
  return {
    getSignedIn: () => ({
      principal: { name: samples.name, role, runsServer: role === 'owner' },
      workspaces: [workspace],
    }),
    listAgents: () => ({ results: listedAgents(chats.agents) }),
    listProviders: () => ({ results: [{ ...provider, baseUrl: '', hasKey: true, keyHint: 'k3y2' }] }),
    listChats: () => ({ results: sampleRows(chats, samples), cursor: null, position: 1 }),
    listOpenQuestions: () => ({ results: [], cursor: null, position: 1 }),
    getTree: (place) => {
      const { rootId, position, threads } = chatAt(place).tree;
      return { rootId, position, threads: Object.values(threads).map((thread) => ({ ...thread, itemsBefore: 0 })) };
    },
    listEvents: (place) => ({ results: chatAt(place).events, cursor: null }),
  };
}

/** Rows of the chat list, one in each state. */
export function sampleRows(chats: SampleChats, { long, sentence }: Samples): Chat[] {
  const states: Record<string, Partial<Chat>> = {
    running: { status: 'active', tasks: 8, openTasks: 3 },
    waiting: { status: 'waiting_for_user', openQuestions: 1 },
    pinned: { isPinned: true },
    unread: { unread: 2 },
    failed: { status: 'failed' },
    canceled: { status: 'cancelled', title: sentence },
    damaged: { damage: { reason: 'checksum', seq: 3 } },
  };
  const { agentId, name: agentName } = chats.agents.lead;
  const at = { openedAt: Date.now(), updatedAt: Date.now(), position: 1 };
  const none = {
    isPinned: false,
    unread: 0,
    tasks: 0,
    openTasks: 0,
    openQuestions: 0,
    usage: noUsage,
    unpricedTokens: 0,
  };
  return Object.entries(states).map(([state, fields], index) => {
    const chatId = threadIdSchema.parse(`thr_row${state}`);
    return {
      ...at,
      ...none,
      chatId,
      title: long,
      status: 'idle',
      agentId,
      agentName,
      openedPosition: index,
      ...fields,
    };
  });
}

function streamOf({ stop }: (typeof variants)[Variant], { writing }: SampleChats, { sentence }: Samples): Response {
  const { threadId, steps: step } = writing.root;
  const draft = {
    type: 'text',
    threadId,
    rootId: threadId,
    step,
    attempt: 1,
    offset: 0,
    text: sentence,
  } satisfies Delta;
  const held: WorkspaceStop['stop'] = stop && { scope: stop, stoppedAt: Date.now(), by: 'person:local' };
  const frames: Frame[] = [
    { name: 'stop', body: { stop: held } },
    { name: 'delta', body: draft },
  ];
  const lines = (frame: Frame) => `event: ${frame.name}\ndata: ${JSON.stringify(frame.body)}\n\n`;
  const body = new ReadableStream<string>({
    start: (controller) => {
      for (const frame of frames) controller.enqueue(lines(frame));
      const beat = () =>
        controller.enqueue(lines({ name: 'beat', body: { position: 1, rowsPosition: 1, now: Date.now() } }));
      beat();
      setInterval(beat, 10_000);
    },
  });
  return new Response(body.pipeThrough(new TextEncoderStream()));
}
