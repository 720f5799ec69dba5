import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { ChatRow, ReadModels } from '../ports/read-models.ts';
import type { Ask } from '../ports/sql.ts';
import { readChat, readChats, readChatsNamed, readListedChats } from './chats.ts';
import { readOpenQuestions, readQuestion } from './questions.ts';
import { stagedChats } from './staged-chats.ts';
import { readTask } from './tasks.ts';
import { readStats } from './usage.ts';

interface ReadModelsOptions {
  ask: Ask;
  /** The same rows, for queries that take long by their nature. */
  longAsk: Ask;
  /** Adds to a chat's row that its thread is damaged. */
  markDamaged(rows: readonly ChatRow[]): Promise<ChatRow[]>;
}

/** The read models, in the SQL that both databases speak. */
export function createReadModels({ ask, longAsk, markDamaged }: ReadModelsOptions): ReadModels {
  return {
    // A title is searched in every chat.
    chats: async (workspaceId, page) => markDamaged(await readChats(page.title ? longAsk : ask, workspaceId, page)),
    chat: async (...named) => {
      const row = await readChat(ask, ...named);
      return row && ((await markDamaged([row]))[0] ?? null);
    },
    chatsNamed: async (...named) => markDamaged(await readChatsNamed(ask, ...named)),
    listedChats: (...named) => readListedChats(ask, ...named),
    chatsSince: (...range) => readChatsSince(ask, ...range),
    threadsNamed: (...range) => readThreadsNamed(ask, ...range),
    stats: (...range) => readStats(longAsk, ...range),
    findTask: (...named) => readTask(ask, ...named),
    findQuestion: (...named) => readQuestion(ask, ...named),
    openQuestions: (workspaceId) => readOpenQuestions(ask, workspaceId),
  };
}

async function readChatsSince(ask: Ask, workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]> {
  // An expression and a subquery, so that no planner walks a whole index to find the few chats that changed.
  const text = `SELECT id FROM (
      SELECT (SELECT id FROM thread_number WHERE number = root AND workspace_id = ?) AS id
      FROM (SELECT DISTINCT root + 0 AS root FROM log_event WHERE position > ?) AS changed
    ) AS named WHERE id IS NOT NULL LIMIT ?`;
  return (await ask(text, [workspaceId, after, limit])).map((row) => storedId.thread(row.id));
}

async function readThreadsNamed(
  ask: Ask,
  workspaceId: WorkspaceId,
  beginning: string,
  limit: number,
): Promise<ThreadId[]> {
  // "~" sorts after every character that an id may have. The expression keeps planners from the index by days.
  const text = `SELECT id FROM thread WHERE id >= ? AND id < ? AND (workspace_id || '') = ?
    AND root_id NOT IN (${stagedChats}) ORDER BY id LIMIT ?`;
  const rows = await ask(text, [beginning, `${beginning}~`, workspaceId, limit]);
  return rows.map(({ id }) => storedId.thread(id));
}
