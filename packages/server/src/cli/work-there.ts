import type { Draft, ThreadId } from '@retinue/protocol';
import { foldDraft } from '@retinue/protocol';
import type { Config } from '../config.ts';
import { openReadOnly } from '../main.ts';
import type { Server } from './connect.ts';
import { listen } from './listen.ts';
import { wishesTo } from './wishes-to.ts';
import type { Workplace } from './workplace.ts';

interface There extends Server {
  onProblem: (problem: unknown) => void;
  startCommand: string;
}

/**
 * The work is done in a server that holds the store. What is to be changed is asked of it; what has happened is read from
 * the log beside it, as it was committed, so that everything looks as if it had been done here. The server's stream says
 * when to read, and carries what is being written.
 */
export async function openThere(config: Config, there: There): Promise<Workplace> {
  const { client, url, onProblem, startCommand } = there;
  const log = await openReadOnly(config);
  const drafts = new Map<ThreadId, Draft>();
  const leaving = new AbortController();
  return {
    log,
    wishes: wishesTo({ client, url, startCommand }),
    draft: (threadId) => drafts.get(threadId) ?? null,
    now: Date.now,
    follow(rootIds, follower) {
      const leave = new AbortController();
      const signal = AbortSignal.any([leave.signal, leaving.signal]);
      const listener = {
        onMore: follower.catchUp,
        onDelta(delta: Parameters<typeof foldDraft>[1]) {
          const draft = foldDraft(drafts.get(delta.threadId) ?? null, delta);
          if (draft) drafts.set(delta.threadId, draft);
        },
        onStepEnded: (threadId: ThreadId) => void drafts.delete(threadId),
      };
      for (let first = 0; first < rootIds.length; first += mostChats) {
        const chats = rootIds.slice(first, first + mostChats);
        listen({ client, url, startCommand, chats, listener, signal }).catch(onProblem);
      }
      return { [Symbol.dispose]: () => leave.abort() };
    },
    start: () => {},
    async stop() {
      leaving.abort();
      await log.close();
    },
    restWords: 'No longer followed. The server goes on with what is open.',
  };
}

/** So many does one stream take. */
const mostChats = 100;
