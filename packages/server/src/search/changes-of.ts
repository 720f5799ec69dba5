import type { Event, EventOf, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { IndexChange, IndexedThread, KeptItems } from '../ports/search.ts';
import { textOf } from './text-of.ts';
import { sectionsOf, wordsIn } from './words.ts';

/** A thread as it is now: what a rewind has left of it is its fold's to say. */
export type FindThread = (workspaceId: WorkspaceId, threadId: ThreadId) => Promise<ThreadState | null>;

/** What an event means for the index. */
export async function changesOf(event: Event, findThread: FindThread): Promise<IndexChange[]> {
  const { rootId } = event;
  switch (event.type) {
    case 'thread.opened':
      return [{ type: 'thread', thread: threadOf(event) }, ...stagedChat(event), ...entriesOf(event)];
    case 'chat.renamed':
      return [{ type: 'renamed', rootId, title: event.data.title }, ...entriesOf(event)];
    case 'chat.hidden':
      return event.actor === 'imported' ? [] : [{ type: 'hidden', rootId, isHidden: true }];
    case 'chat.restored':
    case 'thread.imported':
      // What the file tells of that was done elsewhere.
      if (event.actor === 'imported' || event.threadId !== rootId) return [];
      return [{ type: 'hidden', rootId, isHidden: false }];
    case 'thread.reactivated':
      return [{ type: 'reactivated', threadId: event.threadId, taskId: event.data.parent.taskId }];
    case 'thread.compacted':
      // Its step wrote a summary, which only a model reads.
      return [{ type: 'compacted', rootId, threadId: event.threadId, step: event.data.step }];
    case 'thread.rewound': {
      const { threadId, position } = event;
      const thread = await findThread(event.workspaceId, threadId);
      // Purged since: there is nothing left to find.
      if (!thread) return [{ type: 'forgotten', rootId }];
      const { serves } = event.data;
      const rewound: IndexChange = { type: 'rewound', threadId, position, kept: keptIn(thread) };
      return serves ? [rewound, { type: 'reactivated', threadId, taskId: serves.parent.taskId }] : [rewound];
    }
    default:
      return entriesOf(event);
  }
}

/** A chat that is being imported is not found before it is shown. */
function stagedChat({ threadId, data }: EventOf<'thread.opened'>): IndexChange[] {
  if (data.stagedUntil === undefined || data.parent) return [];
  return [{ type: 'hidden', rootId: threadId, isHidden: true }];
}

function threadOf({ threadId, workspaceId, data }: EventOf<'thread.opened'>): IndexedThread {
  const { rootId, parent, title, agent } = data;
  const link = { parentId: parent?.threadId ?? null, taskId: parent?.taskId ?? null };
  return { threadId, workspaceId, rootId, ...link, title, agentId: agent.agentId, agentName: agent.name };
}

function entriesOf(event: Event): IndexChange[] {
  const found = textOf(event);
  if (!found) return [];
  const { position, rootId, threadId, seq, at } = event;
  const { kind, step } = found;
  return sectionsOf(found.text).flatMap((text, section): IndexChange[] => {
    const words = wordsIn(text).map(({ word }) => word);
    if (words.length === 0) return [];
    return [{ type: 'entry', entry: { position, section, threadId, rootId, seq, step, kind, at, words } }];
  });
}

function keptIn({ items }: ThreadState): KeptItems {
  const steps = items.flatMap((item) => (item.type === 'step' ? [item] : []));
  return {
    messageSeqs: new Set(items.flatMap((item) => (item.type === 'message' ? [item.seq] : []))),
    steps: new Set(steps.map(({ step }) => step)),
    childIds: new Set(
      steps.flatMap(({ calls }) => calls.flatMap(({ tasks }) => tasks.map((task) => task.childThreadId))),
    ),
  };
}
