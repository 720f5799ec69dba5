import { soundOrNull } from '../ports/log/damage.ts';
import type { AppServices } from '../ports/operations/app-services.ts';

/**
 * Folds the chats at the top of the list, which are requested first, before the server listens: so they are in memory,
 * and the code that reads them has run. A start waits for it no longer than for one chat of a usual size.
 */
export async function warmUp({
  log,
  workspaces,
  clock,
}: Pick<AppServices, 'log' | 'workspaces' | 'clock'>): Promise<void> {
  const until = clock.monotonicMs() + maxMs;
  for (const { workspaceId } of await workspaces.list()) {
    for (const { threadId, tasks } of await log.readModels.chats(workspaceId, { limit: maxChats })) {
      if (clock.monotonicMs() >= until) return;
      if (tasks <= maxTasks) await soundOrNull(log.tree(workspaceId, threadId));
    }
  }
}

const maxMs = 100;
const maxChats = 10;
const maxTasks = 200;
