import type { Chat, Delta, Event, ThreadId, WorkspaceId } from '@retinue/protocol';

/** What comes over the stream. The server is ours and parses what it stores, so its words are taken as they are. */
export type Frame =
  | { name: 'event'; body: Event }
  | { name: 'delta'; body: Delta }
  | { name: 'chat'; body: Chat | { chatId: ThreadId; isGone: true } }
  | { name: 'resync'; body: { position?: number; chats?: boolean } };

export interface Reading {
  workspaceId: WorkspaceId;
  chats: readonly ThreadId[];
  after: number | null;
  onOpen(): void;
  onFrame(frame: Frame): void;
  /** The connection is gone, and is not tried again by itself. */
  onLost(): void;
}

const names = ['event', 'delta', 'chat', 'resync'] as const;

export function openFrames({ workspaceId, chats, after, onOpen, onFrame, onLost }: Reading): Disposable {
  const query = new URLSearchParams();
  if (chats.length > 0) query.set('chats', chats.join(','));
  if (after !== null) query.set('after', String(after));
  const source = new EventSource(`/api/workspaces/${workspaceId}/stream?${query}`);
  source.onopen = onOpen;
  source.onerror = () => {
    source.close();
    onLost();
  };
  for (const name of names) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => onFrame({ name, body: JSON.parse(data) }));
  }
  return { [Symbol.dispose]: () => source.close() };
}
