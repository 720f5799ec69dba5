import type { TaskId, ThreadId } from '@retinue/protocol';
import { childThreadIdOf, isUnfinished } from '@retinue/protocol';
import { type KeyboardEvent, Suspense, useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { Sending } from '../store/actions.ts';
import type { LoadedThread } from '../store/chats/chat-tree.ts';
import { tasksOf, threadOfTask } from '../store/threads/branch.ts';
import { openQuestionOf } from '../store/threads/thread-rows.ts';
import { useMay } from '../store/use-library.ts';
import { useActions, useIsGone, useOpened, useThread, useTree } from '../store/use-store.ts';
import { Tabs } from '../ui/buttons/tabs.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { Note, Waiting } from '../ui/status/note.tsx';
import { Composer } from './composer.tsx';
import { PaneHead } from './pane-head.tsx';
import { type PaneTab, type Place, PlaceProvider, usePlace } from './place.ts';
import { Scroller } from './scroller.tsx';
import { ThreadView } from './thread-view.tsx';

const PaneContext = lazyPart(async () => (await import('./pane-context.tsx')).PaneContext);
const PaneUsage = lazyPart(async () => (await import('./pane-usage.tsx')).PaneUsage);
const PaneEvents = lazyPart(async () => (await import('./pane-events.tsx')).PaneEvents);

const tabs: { key: PaneTab; label: string }[] = [
  { key: 'messages', label: 'Messages' },
  { key: 'context', label: 'Context' },
  { key: 'usage', label: 'Usage' },
  { key: 'events', label: 'Raw events' },
];

interface PaneProps {
  chatId: ThreadId;
  taskId: TaskId;
  tab: PaneTab;
  onTab: (tab: PaneTab) => void;
  onClose: () => void;
}

/** The whole thread of one task, with what it was given, what it cost and what exactly happened. */
export function SidePane({ chatId, taskId, tab, onTab, onClose }: PaneProps) {
  const tree = useTree(chatId);
  const threadId = tree ? threadOfTask(tree, taskId) : childThreadIdOf(taskId);
  const thread = useThread(chatId, threadId);
  const pane = useRef<HTMLElement>(null);
  const panelId = useId();
  const { showTask } = usePlace();
  useOpened(chatId, threadId, true);
  useOpened(chatId, thread?.parent?.threadId ?? threadId, true);
  useLayoutEffect(() => pane.current?.focus({ preventScroll: true }), []);
  if (!tree) return <Waiting label="Opening the thread …" />;
  if (!thread)
    return <Note title="There is no such task in this chat">What the address names may have been taken back.</Note>;
  const parent = thread.parent ? tree.threads[thread.parent.threadId] : undefined;
  const siblings = parent ? tasksOf(tree, parent) : [];
  const at = siblings.findIndex(({ task }) => task.taskId === taskId);
  const go = (by: number) => {
    const next = siblings[at + by];
    if (next) showTask(next.task.taskId, tab);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if ((event.target as HTMLElement).closest('input, textarea, [role=tablist], [role=separator]')) return;
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  return (
    <section
      ref={pane}
      data-first
      tabIndex={-1}
      aria-label={`Thread of ${thread.agent.name}`}
      onKeyDown={onKeyDown}
      className="flex h-full min-w-0 flex-col bg-paper outline-none"
    >
      <PaneHead
        tree={tree}
        thread={thread}
        found={siblings[at] ?? null}
        at={at}
        of={siblings.length}
        onGo={go}
        onClose={onClose}
      />
      <div className="border-b border-line px-3 pb-1.5">
        <Tabs label="What to show of it" tabs={tabs} chosen={tab} onChoose={onTab} panelId={panelId} />
      </div>
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find(({ key }) => key === tab)?.label}
        className="flex min-h-0 flex-1 flex-col"
      >
        {tab === 'messages' && <Messages chatId={chatId} thread={thread} />}
        <Suspense fallback={<Waiting label="Opening …" />}>
          {tab === 'context' && <PaneContext tree={tree} thread={thread} found={siblings[at] ?? null} />}
          {tab === 'usage' && <PaneUsage tree={tree} thread={thread} task={siblings[at]?.task ?? null} />}
          {tab === 'events' && <PaneEvents chatId={chatId} thread={thread} />}
        </Suspense>
      </div>
    </section>
  );
}

function Messages({ chatId, thread }: { chatId: ThreadId; thread: LoadedThread }) {
  const place = usePlace();
  const actions = useActions();
  const mayWrite = useMay('write');
  const inside = useMemo<Place>(() => ({ ...place, kind: 'pane' }), [place]);
  const question = openQuestionOf(thread)?.call.question;
  const isGone = useIsGone(chatId);
  const send = (text: string, sending: Sending) =>
    question
      ? actions.answer(chatId, question.questionId, text, sending.idempotencyKey)
      : actions.steer(chatId, thread.threadId, text, sending);
  return (
    <PlaceProvider value={inside}>
      <Scroller
        label="Messages of the sub-agent"
        startsAtEnd={isUnfinished(thread.status)}
        hasOlder={(thread.itemsBefore ?? 0) > 0 && thread.items.length > 0}
        onOlder={() => actions.older(chatId, thread.threadId)}
        onEnd={() => actions.trim(chatId, thread.threadId)}
        className="px-4 pt-4 pb-8"
      >
        <ThreadView threadId={thread.threadId} />
      </Scroller>
      {mayWrite && (
        <div className="px-3 pb-3">
          <Composer
            id="composer-of-sub-agent"
            keptAs={thread.threadId}
            target={question?.questionId ?? null}
            placeholder={question ? 'Answer the question above' : sayingTo(thread)}
            onSend={send}
            closed={isGone ? 'This chat was deleted.' : null}
          />
        </div>
      )}
    </PlaceProvider>
  );
}

/** To one at work, or to one that has ended and goes on with it. */
function sayingTo({ status, agent }: LoadedThread): string {
  return isUnfinished(status) ? `Tell ${agent.name} something: it reads this at its next step` : 'Ask it to go on …';
}
