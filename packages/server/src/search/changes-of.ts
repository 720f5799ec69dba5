import type { EventOf, EventType, LogEvent, SearchKind, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { IndexChange, IndexedThread, KeptItems } from '../ports/log/search.ts';
import { sectionsOf, wordsIn } from './words.ts';

/** The current state of a thread, after any rewind. */
export type FindThread = (workspaceId: WorkspaceId, threadId: ThreadId) => Promise<ThreadState | null>;

/** The changes of the index that an event causes. */
export async function changesOf(event: LogEvent, findThread: FindThread): Promise<IndexChange[]> {
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
      // Events of the imported file happened on another server.
      if (event.actor === 'imported' || event.threadId !== rootId) return [];
      return [{ type: 'hidden', rootId, isHidden: false }];
    case 'thread.reactivated':
      return [{ type: 'reactivated', threadId: event.threadId, taskId: event.data.parent.taskId }];
    case 'thread.compacted':
      // The summary of its step is for the model only.
      return [{ type: 'compacted', rootId, threadId: event.threadId, step: event.data.step }];
    case 'thread.rewound': {
      const { threadId, position } = event;
      const thread = await findThread(event.workspaceId, threadId);
      // Purged since.
      if (!thread) return [{ type: 'forgotten', rootId }];
      const { serves } = event.data;
      const rewound: IndexChange = { type: 'rewound', threadId, position, kept: keptIn(thread) };
      return serves ? [rewound, { type: 'reactivated', threadId, taskId: serves.parent.taskId }] : [rewound];
    }
    default:
      return entriesOf(event);
  }
}

/** A chat is not found during its import. */
function stagedChat({ threadId, data }: EventOf<'thread.opened'>): IndexChange[] {
  if (data.stagedUntil === undefined || data.parent) return [];
  return [{ type: 'hidden', rootId: threadId, isHidden: true }];
}

function threadOf({ threadId, workspaceId, data }: EventOf<'thread.opened'>): IndexedThread {
  const { rootId, parent, title, agent } = data;
  const link = { parentId: parent?.threadId ?? null, taskId: parent?.taskId ?? null };
  return { threadId, workspaceId, rootId, ...link, title, agentId: agent.agentId, agentName: agent.name };
}

function entriesOf(event: LogEvent): IndexChange[] {
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

/** The searchable text of an event. */
interface FoundText {
  kind: SearchKind;
  text: string;
  step: number | null;
}

export function textOf(event: LogEvent): FoundText | null {
  const found = readText(event);
  return found && found.text.trim() !== '' ? { step: null, ...found } : null;
}

function readText(event: LogEvent): (Omit<FoundText, 'step'> & Partial<FoundText>) | null {
  switch (event.type) {
    case 'thread.opened':
      return event.data.parent ? null : { kind: 'title', text: event.data.title };
    case 'chat.renamed':
      return { kind: 'title', text: event.data.title };
    case 'message.received': {
      const { from, text } = event.data;
      if (from === 'person') return { kind: 'message', text };
      return from === 'parent' ? { kind: 'instruction', text } : null;
    }
    case 'step.ended':
      return { kind: 'answer', text: stepText(event.data.parts), step: event.data.step };
    case 'step.cut':
      // A retried step is replaced by the next attempt.
      return event.data.final ? { kind: 'answer', text: stepText(event.data.parts), step: event.data.step } : null;
    case 'thread.ended':
      // A chat's own end repeats the text of its last step.
      return event.threadId === event.rootId ? null : { kind: 'result', text: event.data.result };
    case 'question.asked':
      return { kind: 'question', text: [event.data.text, ...event.data.options].join('\n'), step: event.data.step };
    case 'question.answered':
      return { kind: 'reply', text: event.data.answer, step: event.data.step };
    default:
      return null;
  }
}

/** The events that change the index. */
export const indexedTypes: readonly EventType[] = [
  'thread.opened',
  'chat.renamed',
  'message.received',
  'step.ended',
  'step.cut',
  'thread.ended',
  'thread.reactivated',
  'thread.compacted',
  'question.asked',
  'question.answered',
  'chat.hidden',
  'chat.restored',
  'thread.rewound',
  'thread.imported',
];

function stepText(parts: readonly { type: string; text?: string }[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n');
}
