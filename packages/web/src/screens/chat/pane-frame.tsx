import { type TaskId, type ThreadId, taskIdSchema } from '@retinue/protocol';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { SidePane } from '../../components/pane/side-pane.tsx';
import { type PaneTab, useViewContext } from '../../components/thread/view-context.ts';
import { useStore } from '../../store/use-store.ts';
import { Splitter } from '../../ui/layout/splitter.tsx';
import { useMedia } from '../../ui/layout/use-viewport.ts';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { PaneSearch } from '../routes.tsx';
import { chatCopy as copy } from './copy.ts';

interface FrameProps {
  chatId: ThreadId;
  search: PaneSearch;
  children: ReactNode;
}

/** The chat and the side pane; on a narrow screen the pane covers the chat. */
export function PaneFrame({ chatId, search, children }: FrameProps) {
  const isWide = useMedia('(min-width: 1024px)');
  const [share, setShare] = useState(keptShare);
  const taskId = taskIdSchema.safeParse(search.task).data ?? null;
  const pane = taskId && <OpenPane chatId={chatId} taskId={taskId} tab={search.tab ?? 'messages'} isSheet={!isWide} />;
  useFocusBack(taskId);
  const keep = (wanted: number) => {
    setShare(wanted);
    localStorage.setItem(shareKey, String(wanted));
  };
  return (
    <div className="flex h-full">
      <div className="min-w-0 flex-1">{children}</div>
      {isWide && pane ? (
        <>
          <Splitter label={copy.paneWidth} share={share} min={28} max={62} onShare={keep} />
          <div className="min-w-0 shrink-0" style={{ width: `${share}%` }}>
            {pane}
          </div>
        </>
      ) : (
        pane
      )}
    </div>
  );
}

interface OpenPaneProps {
  chatId: ThreadId;
  taskId: TaskId;
  tab: PaneTab;
  isSheet: boolean;
}

function OpenPane({ chatId, taskId, tab, isSheet }: OpenPaneProps) {
  const { showTask, closePane } = useViewContext();
  const store = useStore();
  const pane = (
    <Boundary
      as="screen"
      what="pane"
      onClose={closePane}
      content={() => store.trees.tree(chatId)?.tree}
      resetKey={`${taskId} ${tab}`}
    >
      <SidePane
        key={taskId}
        chatId={chatId}
        taskId={taskId}
        tab={tab}
        onTab={(next) => showTask(taskId, next)}
        onClose={closePane}
      />
    </Boundary>
  );
  if (!isSheet) return pane;
  return (
    <Dialog
      label={copy.subAgentThread}
      hasHead={false}
      onClose={closePane}
      className="mt-auto! mb-0! h-sheet-height max-h-sheet-height! w-full! max-w-full! rounded-b-none"
    >
      {pane}
    </Dialog>
  );
}

/** Closing the pane returns the focus to the row that opened it, unless the focus is elsewhere. */
function useFocusBack(taskId: TaskId | null): void {
  const last = useRef(taskId);
  useLayoutEffect(() => {
    const closed = taskId === null ? last.current : null;
    last.current = taskId;
    if (closed && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-opens="${closed}"]`)?.focus();
  }, [taskId]);
}

const shareKey = 'retinue.pane';

function keptShare(): number {
  const kept = Number(localStorage.getItem(shareKey));
  return kept >= 28 && kept <= 62 ? kept : 44;
}
