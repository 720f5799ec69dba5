import type { ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { soundOrNull } from '../../ports/damage.ts';
import { describeQuestions } from '../../projections/questions.ts';
import { isMember } from '../auth/principal.ts';
import type { Handlers, HttpContext, RequestContext } from '../http-context.ts';
import { refused } from '../problems.ts';
import { liveReply } from '../stream/live-reply.ts';
import { eventStreamHeaders } from '../stream/piece-sender.ts';
import { Reader } from '../stream/reader.ts';
import { pageOf } from './pages.ts';

type Names =
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'getWorkspace'
  | 'changeWorkspace'
  | 'listTools'
  | 'listOpenQuestions'
  | 'getUsage'
  | 'listDamagedSettings'
  | 'removeDamagedSetting'
  | 'openStream';

export const workspaceHandlers: Handlers<Names> = {
  async listWorkspaces({ services }, _parts, { principal }) {
    const workspaces = await services.workspaces.list();
    return { results: workspaces.filter(({ workspaceId }) => isMember(principal, workspaceId)) };
  },
  async createWorkspace({ services }, { body }, { once }) {
    const created = await services.workspaces.create(body.name, once ?? undefined);
    if (created.refusal) throw refused(created.refusal);
    return created.workspace;
  },
  async getWorkspace({ services }, { params }) {
    const workspace = await services.workspaces.find(params.workspaceId);
    if (!workspace) throw refused(refuse('no-such-workspace', params.workspaceId));
    return workspace;
  },
  async changeWorkspace({ services }, { params, body }, { ifVersion }) {
    const { workspaceId } = params;
    const names = [...services.tools.list(), askUser].map(({ name }) => name);
    const unknown = body.deniedTools?.filter((name) => !names.includes(name)) ?? [];
    if (unknown.length > 0)
      throw refused(refuse('no-such-tool', `${unknown.join(', ')}. There is: ${names.join(', ')}`));
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await services.workspaces.change(workspaceId, given, ifVersion ?? undefined);
    if (changed.refusal) throw refused(changed.refusal);
    return changed.workspace;
  },
  async listTools({ services }) {
    return {
      results: [...services.tools.list(), askUser].map(({ name, description, effect, reach }) => ({
        name,
        description,
        effect,
        reach,
      })),
    };
  },
  async listOpenQuestions({ services }, { params, query }) {
    const { results, cursor } = pageOf(await services.log.openQuestions(params.workspaceId), query);
    const threadOf = (threadId: ThreadId) => soundOrNull(services.log.thread(params.workspaceId, threadId));
    return { results: await describeQuestions(results, threadOf), cursor };
  },
  getUsage: ({ services }, { params, query }) => services.log.stats(params.workspaceId, query),
  listDamagedSettings: async ({ services }, { params }) => ({
    results: await services.workspaces.damagedSettings(params.workspaceId),
  }),
  removeDamagedSetting: async ({ services }, { params, body }) => ({
    isRemoved: await services.workspaces.removeDamagedSetting(params.workspaceId, body),
  }),
  openStream,
};

/** Not a tool that runs: the engine itself asks. It is given to an agent like the others. */
const askUser = {
  name: 'askUser',
  description: 'Ask the person who started the chat a question, when it cannot go on without the answer.',
  effect: 'idempotent',
  reach: 'internal',
} as const;

type StreamParts = Parameters<Handlers<'openStream'>['openStream']>[1];

/** What is no chat of this workspace is left out: whether it is one of another can't be told. */
async function openStream(
  { services, tail, ...http }: HttpContext,
  { params: { workspaceId }, query: { chats, after, rowsAfter } }: StreamParts,
  requestContext: RequestContext,
): Promise<Response> {
  const rootIds = new Set(await services.log.listedChats(workspaceId, chats));
  const place = {
    workspaceId,
    rootIds,
    after: resumedAt(requestContext.request.headers.get('last-event-id')) ?? after ?? null,
    rowsAfter: rowsAfter ?? null,
  };
  const reader = new Reader({ log: services.log, tail, clock: services.clock, stops: services.stops }, place);
  const pieces = (signal: AbortSignal) => reader.pieces(signal);
  return liveReply({ services, tail, ...http }, { workspaceId, pieces, headers: eventStreamHeaders }, requestContext);
}

/** A place that no log of ours can have named is beyond the end of every log, so its reader begins anew. */
function resumedAt(lastEventId: string | null): number | null {
  if (!lastEventId) return null;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.MAX_SAFE_INTEGER;
}
