import { type TaskId, type ThreadId, taskIdSchema } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { SidePane } from '../../components/pane/side-pane.tsx';
import { type PaneTab, useViewContext } from '../../components/thread/view-context.ts';
import { useStore } from '../../store/use-store.ts';
import { Splitter } from '../../ui/layout/splitter.tsx';
import { useMedia } from '../../ui/layout/use-media.ts';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { PaneSearch } from '../routes.tsx';
import { chatCopy } from './copy.ts';

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
  const pane = taskId && <OpenPane chatId={chatId} taskId={taskId} search={search} isSheet={!isWide} />;
  useFocusBack(taskId);
  const keep = (wanted: number) => {
    setShare(wanted);
    localStorage.setItem(shareKey, String(wanted));
  };
  return (
    <div className="flex h-full">
      <div className="min-w-0 flex-1">{children}</div>
      {pane && isWide && <Splitter label={chatCopy.paneWidth} share={share} min={28} max={62} onShare={keep} />}
      {pane &&
        (isWide ? (
          <div className="min-w-0 shrink-0" style={{ width: `${share}%` }}>
            {pane}
          </div>
        ) : (
          pane
        ))}
    </div>
  );
}

function OpenPane({
  chatId,
  taskId,
  search,
  isSheet,
}: {
  chatId: ThreadId;
  taskId: TaskId;
  search: PaneSearch;
  isSheet: boolean;
}) {
  const navigate = useNavigate();
  const { showTask } = useViewContext();
  const store = useStore();
  const close = () => void navigate({ to: '/chat/$chatId', params: { chatId }, search: {} });
  const pane = (
    <Boundary as="screen" what="pane" content={() => store.tree(chatId)?.tree} resetKey={`${taskId} ${search.tab}`}>
      <SidePane
        key={taskId}
        chatId={chatId}
        taskId={taskId}
        tab={search.tab ?? 'messages'}
        onTab={(tab: PaneTab) => showTask(taskId, tab)}
        onClose={close}
      />
    </Boundary>
  );
  if (!isSheet) return pane;
  return (
    <Dialog
      label={chatCopy.subAgentThread}
      hasHead={false}
      onClose={close}
      className="mt-auto! mb-0! h-[94dvh] max-h-[94dvh]! w-full! max-w-full! rounded-b-none"
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
