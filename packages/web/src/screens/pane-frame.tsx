import type { ThreadId } from '@retinue/protocol';
import type { ReactNode } from 'react';
import type { PaneSearch } from './routes.tsx';

export function PaneFrame({ children }: { chatId: ThreadId; search: PaneSearch; children: ReactNode }) {
  return <div className="flex h-full">{<div className="min-w-0 flex-1">{children}</div>}</div>;
}
