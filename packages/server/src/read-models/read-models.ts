import type { StorePlace } from '../ports/log/event-log.ts';
import type { ReadModels, StoredChat } from '../ports/log/read-models.ts';
import type { Ask } from '../ports/log/sql.ts';

interface ReadModelsOptions {
  kind: StorePlace['kind'];
  ask: Ask;
  /** The same rows, for long queries. */
  longAsk: Ask;
  /** Adds to a chat's row that its thread is damaged. */
  markDamaged(rows: readonly StoredChat[]): Promise<StoredChat[]>;
}

/** The read models of both databases. Their queries, and the library that builds them, are loaded at the first use. */
export function createReadModels({ kind, ask, longAsk, markDamaged }: ReadModelsOptions): ReadModels {
  const [reader, longReader] = [
    { kind, ask },
    { kind, ask: longAsk },
  ];
  const chats = loadedOnce(() => import('./chats.ts'));
  const lookups = loadedOnce(() => import('./lookups.ts'));
  const usage = loadedOnce(() => import('./usage.ts'));
  return {
    chats: async (workspaceId, page) => {
      const { readChats } = await chats();
      // A title is searched in every chat.
      return markDamaged(await readChats(page.title ? longReader : reader, workspaceId, page));
    },
    chat: async (...named) => {
      const row = await (await chats()).readChat(reader, ...named);
      return row && ((await markDamaged([row]))[0] ?? null);
    },
    chatsNamed: async (...named) => markDamaged(await (await chats()).readChatsNamed(reader, ...named)),
    listedChats: async (...named) => (await chats()).readListedChats(reader, ...named),
    chatsSince: async (...range) => (await chats()).readChatsSince(reader, ...range),
    threadsNamed: async (...range) => (await lookups()).readThreadsNamed(reader, ...range),
    stats: async (...range) => (await usage()).readStats(longReader, ...range),
    findTask: async (...named) => (await lookups()).readTask(reader, ...named),
    findQuestion: async (...named) => (await lookups()).readQuestion(reader, ...named),
    openQuestions: async (workspaceId) => (await lookups()).readOpenQuestions(reader, workspaceId),
    questionsNamed: async (...named) => (await lookups()).readQuestionsNamed(reader, ...named),
    openQuestionsIn: async (...named) => (await lookups()).readOpenQuestionsIn(reader, ...named),
  };
}

function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  return () => {
    loading ??= load();
    return loading;
  };
}
