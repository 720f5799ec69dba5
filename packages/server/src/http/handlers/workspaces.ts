import type { ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { soundOrNull } from '../../ports/damage.ts';
import type { QuestionRow } from '../../ports/event-log.ts';
import { describeQuestions } from '../../projections/questions.ts';
import type { Asking, Handlers, Porch } from '../house.ts';
import { liveReply } from '../live-reply.ts';
import { eventStreamHeaders } from '../piece-sender.ts';
import { isMember } from '../principal.ts';
import { refused } from '../problems.ts';
import { Reader } from '../reader.ts';
import type { Page } from './pages.ts';
import { badCursor, pageOf } from './pages.ts';

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
  async changeWorkspace({ house }, { params, body }, { ifVersion }) {
    const { workspaceId } = params;
    const names = [...house.tools.list(), askUser].map(({ name }) => name);
    const unknown = body.deniedTools?.filter((name) => !names.includes(name)) ?? [];
    if (unknown.length > 0)
      throw refused(refuse('no-such-tool', `${unknown.join(', ')}. There is: ${names.join(', ')}`));
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await house.workspaces.change(workspaceId, given, ifVersion ?? undefined);
    if (changed.refusal) throw refused(changed.refusal);
    return changed.workspace;
  },
  async listTools({ house }) {
    return {
      results: [...house.tools.list(), askUser].map(({ name, description, effect, reach }) => ({
        name,
        description,
        effect,
        reach,
      })),
    };
  },
  async listOpenQuestions({ house }, { params, query }) {
    const { results, cursor } = questionPage(await house.log.openQuestions(params.workspaceId), query);
    const threadOf = (threadId: ThreadId) => soundOrNull(house.log.thread(params.workspaceId, threadId));
    return { results: await describeQuestions(results, threadOf), cursor };
  },
  getUsage: ({ house }, { params, query }) => house.log.stats(params.workspaceId, query),
  listDamagedSettings: async ({ house }, { params }) => ({
    results: await house.workspaces.damagedSettings(params.workspaceId),
  }),
  removeDamagedSetting: async ({ house }, { params, body }) => ({
    isRemoved: await house.workspaces.removeDamagedSetting(params.workspaceId, body),
  }),
  openStream,
};

/** The cursor names the last question of its page, so the next page skips none when questions were answered meanwhile. */
function questionPage(open: readonly QuestionRow[], { cursor, ...page }: Page) {
  const { results, cursor: next } = pageOf(cursor === undefined ? open : questionsAfter(open, cursor), page);
  const last = results.at(-1);
  return { results, cursor: next && last ? `${last.askedPosition}.${last.questionId}` : null };
}

function questionsAfter(open: readonly QuestionRow[], cursor: string): QuestionRow[] {
  const [, position, questionId] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (!questionId) throw badCursor();
  const after = Number(position);
  return open.filter(
    (row) => row.askedPosition > after || (row.askedPosition === after && row.questionId > questionId),
  );
}

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
  { house, tail, ...porch }: Porch,
  { params: { workspaceId }, query: { chats, after, rowsAfter } }: StreamParts,
  asking: Asking,
): Promise<Response> {
  const rootIds = new Set(await house.log.listedChats(workspaceId, chats));
  const place = {
    workspaceId,
    rootIds,
    after: resumedAt(asking.request.headers.get('last-event-id')) ?? after ?? null,
    rowsAfter: rowsAfter ?? null,
  };
  const reader = new Reader({ log: house.log, tail, clock: house.clock, stops: house.stops }, place);
  const pieces = (signal: AbortSignal) => reader.pieces(signal);
  return liveReply({ house, tail, ...porch }, { workspaceId, pieces, headers: eventStreamHeaders }, asking);
}

/** A place that no log of ours can have named is beyond the end of every log, so its reader begins anew. */
function resumedAt(lastEventId: string | null): number | null {
  if (!lastEventId) return null;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.MAX_SAFE_INTEGER;
}
