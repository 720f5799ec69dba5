import type { TaskState, ThreadId } from '@retinue/protocol';
import { createContext, type ReactNode, useContext } from 'react';

export type PaneTab = 'messages' | 'context' | 'usage' | 'events';

/** Where a thread is drawn, and what can be opened from there. */
export interface ViewContext {
  chatId: ThreadId;
  /** The chat's own column, the side pane, or inside a task's row. */
  kind: 'chat' | 'pane' | 'nested';
  /** What the row around it says already. */
  title: string | null;
  /** The task whose thread is open in the side pane. */
  shownTask: string | null;
  shownCall: string | null;
  showTask: (taskId: string, tab?: PaneTab) => void;
  /** Back to the chat alone. */
  closePane: () => void;
  ask: (text: string) => void;
  /** A thread inside a row is drawn as the chat itself is. */
  drawThread: (task: TaskState) => ReactNode;
}

const context = createContext<ViewContext | null>(null);
export const ViewContextProvider = context.Provider;

export function useViewContext(): ViewContext {
  const view = useContext(context);
  if (!view) throw new Error('There is no view context above this component.');
  return view;
}
