import { soundOrNull } from '../ports/damage.ts';
import type { House } from './house.ts';

/**
 * Folds the chats that are asked for first, those at the top of the list, before the door opens: so they are in memory, and
 * the code that reads them has run. A start waits for it no longer than for one chat of a usual size.
 */
export async function warmUp({ log, workspaces, clock }: Pick<House, 'log' | 'workspaces' | 'clock'>): Promise<void> {
  const until = clock.monotonicMs() + mostMs;
  for (const { workspaceId } of await workspaces.list()) {
    for (const { threadId, tasks } of await log.readModels.chats(workspaceId, { limit: mostChats })) {
      if (clock.monotonicMs() >= until) return;
      if (tasks <= mostTasks) await soundOrNull(log.tree(workspaceId, threadId));
    }
  }
}

const mostMs = 100;
const mostChats = 10;
const mostTasks = 200;
