import { refuse } from '@retinue/protocol';
import { eventStream, eventStreamHeaders } from '../event-stream.ts';
import type { Asking, Handlers, Porch } from '../house.ts';
import { isMember } from '../principal.ts';
import { refused } from '../problems.ts';
import { Reader } from '../reader.ts';
import { pageOf } from './pages.ts';

type Names =
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'getWorkspace'
  | 'changeWorkspace'
  | 'listTools'
  | 'listOpenQuestions'
  | 'getUsage'
  | 'openStream';

export const workspaceHandlers: Handlers<Names> = {
  async listWorkspaces({ house }, _parts, { principal }) {
    const workspaces = await house.workspaces.list();
    return { results: workspaces.filter(({ workspaceId }) => isMember(principal, workspaceId)) };
  },
  async createWorkspace({ house }, { body }, { once }) {
    const created = await house.workspaces.create(body.name, once ?? undefined);
    if (created.refusal) throw refused(created.refusal);
    return created.workspace;
  },
  async getWorkspace({ house }, { params }) {
    const workspace = await house.workspaces.find(params.workspaceId);
    if (!workspace) throw refused(refuse('no-such-workspace', params.workspaceId));
    return workspace;
  },
  async changeWorkspace({ house }, { params, body }) {
    const { workspaceId } = params;
    const { defaultAgentId, name, maxDepth } = body;
    const isThere = !defaultAgentId || (await house.agents.find(workspaceId, defaultAgentId));
    if (!isThere) throw refused(refuse('no-such-agent', defaultAgentId));
    const changed = await house.workspaces.change(workspaceId, {
      ...(name === undefined ? {} : { name }),
      ...(maxDepth === undefined ? {} : { maxDepth }),
      ...(defaultAgentId === undefined ? {} : { defaultAgentId }),
    });
    if (changed.refusal) throw refused(changed.refusal);
    return changed.workspace;
  },
  async listTools({ house }) {
    return {
      results: house.tools.list().map(({ name, description, effect, reach }) => ({ name, description, effect, reach })),
    };
  },
  async listOpenQuestions({ house }, { params, query }) {
    const rows = await house.log.openQuestions(params.workspaceId);
    const questions = rows.map(({ rootId, callId, step: _, ...row }) => ({
      ...row,
      chatId: rootId,
      toolCallId: callId,
    }));
    return pageOf(questions, query);
  },
  getUsage: ({ house }, { params }) => house.log.stats(params.workspaceId),
  openStream: async (porch, { params, query }, asking) => openStream(porch, params, query, asking),
};

/** Ends with the connection, with the server, or when who opened it is no longer allowed to read. */
function openStream(
  porch: Porch,
  { workspaceId }: Parameters<Handlers<'openStream'>['openStream']>[1]['params'],
  { chats, after }: Parameters<Handlers<'openStream'>['openStream']>[1]['query'],
  { request, principal }: Asking,
): Response {
  const { house, tail, signIns, streams } = porch;
  const ending = new AbortController();
  const room = streams.enter(principal.id, () => ending.abort());
  const watch = setInterval(async () => {
    const now = await signIns.principalOf(request.headers).catch(() => null);
    if (!now || !isMember(now, workspaceId)) ending.abort();
  }, checkMs);
  const resumed = request.headers.get('last-event-id');
  const start = resumed !== null && /^\d{1,15}$/.test(resumed) ? Number(resumed) : (after ?? null);
  const reader = new Reader(
    { log: house.log, tail, clock: house.clock },
    { workspaceId, rootIds: new Set(chats), after: start },
  );
  const body = eventStream((signal) => reader.pieces(signal), {
    clock: house.clock,
    signal: AbortSignal.any([ending.signal, request.signal]),
    onEnd: () => {
      clearInterval(watch);
      room[Symbol.dispose]();
    },
  });
  return new Response(body, { headers: eventStreamHeaders });
}

const checkMs = 4000;
