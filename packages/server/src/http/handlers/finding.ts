import type { ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { HttpContext } from '../http-context.ts';
import { refused } from '../problems.ts';

/*
 * What is nested under a chat is looked for inside that chat and nowhere else: an id of another one is not there.
 */
interface InChat {
  workspaceId: WorkspaceId;
  chatId: ThreadId;
}

export async function findTree(http: HttpContext, place: InChat): Promise<TreeState> {
  const { workspaceId, chatId } = place;
  await findRoot(http, place);
  const tree = await http.services.log.tree(workspaceId, chatId);
  if (!tree) throw refused(refuse('no-such-thread', chatId));
  return tree;
}

export async function findRoot({ services }: HttpContext, { workspaceId, chatId }: InChat): Promise<ThreadState> {
  const root = await services.log.thread(workspaceId, chatId).catch(async (error) => {
    // A damaged chat that was deleted is not there, as any other.
    if (error instanceof DamagedThreadError && !(await services.log.chat(workspaceId, chatId))) return null;
    throw error;
  });
  if (!root || root.parent || root.hiddenAt !== null) throw refused(refuse('no-such-thread', chatId));
  return root;
}

export async function findThread(http: HttpContext, place: InChat, threadId: ThreadId): Promise<ThreadState> {
  await findRoot(http, place);
  const thread = await http.services.log.thread(place.workspaceId, threadId);
  if (thread?.rootId !== place.chatId) throw refused(refuse('no-such-thread', threadId));
  return thread;
}

export async function findSubAgent(
  http: HttpContext,
  { subAgentId, ...place }: InChat & { subAgentId: ThreadId },
): Promise<ThreadState> {
  const thread = await findThread(http, place, subAgentId);
  if (!thread.parent) throw refused(refuse('no-such-thread', subAgentId));
  return thread;
}
