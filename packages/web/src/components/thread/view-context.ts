import type { TaskState, ThreadId } from '@retinue/protocol';
import { createContext, type ReactNode, useContext } from 'react';

export type PaneTab = 'messages' | 'context' | 'usage' | 'events';

/** Says where a thread is drawn and opens things from there. */
export interface ViewContext {
  chatId: ThreadId;
  /** The chat's own column, the side pane, or inside a task's row. */
  kind: 'chat' | 'pane' | 'nested';
  /** Title of the surrounding row, which its content need not repeat. */
  title: string | null;
  /** The task that is open in the side pane. */
  shownTask: string | null;
  shownCall: string | null;
  showTask: (taskId: string, tab?: PaneTab) => void;
  closePane: () => void;
  ask: (text: string) => void;
  /** Draws a task's thread inside its row. */
  drawThread: (task: TaskState) => ReactNode;
}

const context = createContext<ViewContext | null>(null);
export const ViewContextProvider = context.Provider;

export function useViewContext(): ViewContext {
  const view = useContext(context);
  if (!view) throw new Error('There is no view context above this component.');
  return view;
}
