import type { ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { Porch } from '../house.ts';
import { refused } from '../problems.ts';

/*
 * What is nested under a chat is looked for inside that chat and nowhere else: an id of another one is not there.
 */
interface InChat {
  workspaceId: WorkspaceId;
  chatId: ThreadId;
}

export async function findTree(porch: Porch, place: InChat): Promise<TreeState> {
  const { workspaceId, chatId } = place;
  await findRoot(porch, place);
  const tree = await porch.house.log.tree(workspaceId, chatId);
  if (!tree) throw refused(refuse('no-such-thread', chatId));
  return tree;
}

export async function findRoot({ house }: Porch, { workspaceId, chatId }: InChat): Promise<ThreadState> {
  const root = await house.log.thread(workspaceId, chatId).catch(async (error) => {
    // A damaged chat that was deleted is not there, as any other.
    if (error instanceof DamagedThreadError && !(await house.log.readModels.chat(workspaceId, chatId))) return null;
    throw error;
  });
  if (!root || root.parent || root.hiddenAt !== null) throw refused(refuse('no-such-thread', chatId));
  return root;
}

export async function findThread(porch: Porch, place: InChat, threadId: ThreadId): Promise<ThreadState> {
  await findRoot(porch, place);
  const thread = await porch.house.log.thread(place.workspaceId, threadId);
  if (thread?.rootId !== place.chatId) throw refused(refuse('no-such-thread', threadId));
  return thread;
}

export async function findSubAgent(
  porch: Porch,
  { subAgentId, ...place }: InChat & { subAgentId: ThreadId },
): Promise<ThreadState> {
  const thread = await findThread(porch, place, subAgentId);
  if (!thread.parent) throw refused(refuse('no-such-thread', subAgentId));
  return thread;
}
