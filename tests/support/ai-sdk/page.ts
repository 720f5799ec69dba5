import type { UIMessage, UseChatHelpers, UseChatOptions } from '@ai-sdk/react';
import { useChat } from '@ai-sdk/react';
import { Window } from 'happy-dom';
import type { ReactNode } from 'react';
import { createElement } from 'react';

export type ChatHook = UseChatHelpers<UIMessage>;

/** A page whose only content is one chat, drawn by the real hook with the real React in a document. */
export interface Page extends AsyncDisposable {
  /** The hook's value at the last drawing. */
  chat(): ChatHook;
  /** Resolves as soon as a drawing meets the condition. */
  until(holds: (chat: ChatHook) => boolean): Promise<ChatHook>;
  /** Resolves when nothing is streamed and the last part is drawn: two streams of one chat share its status. */
  rested(): Promise<ChatHook>;
}

export async function openPage(init: UseChatOptions<UIMessage>): Promise<Page> {
  const window = new Window();
  const globals = enter(window);
  const { createRoot } = await import('react-dom/client');
  const watchers = new Set<() => void>();
  let drawn: ChatHook | null = null;
  let drawings = 0;
  const Chat = (): ReactNode => {
    drawn = useChat(init);
    drawings += 1;
    queueMicrotask(() => {
      for (const watch of watchers) watch();
    });
    return drawn.messages.map(({ id, parts }) => createElement('p', { key: id }, JSON.stringify(parts)));
  };
  const container = window.document.createElement('div');
  const root = createRoot(container as unknown as Parameters<typeof createRoot>[0]);
  root.render(createElement(Chat));
  const chat = () => {
    if (!drawn) throw new Error('nothing is drawn yet');
    return drawn;
  };
  const until = (holds: (chat: ChatHook) => boolean) =>
    new Promise<ChatHook>((resolve) => {
      const watch = () => {
        if (!drawn || !holds(drawn)) return;
        watchers.delete(watch);
        resolve(drawn);
      };
      watchers.add(watch);
      watch();
    });
  const rested = async () => {
    for (let seen = -1; seen !== drawings; ) {
      await until(({ status }) => status === 'ready');
      seen = drawings;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return chat();
  };
  await until(() => true);
  return {
    chat,
    until,
    rested,
    async [Symbol.asyncDispose]() {
      root.unmount();
      await new Promise((resolve) => setTimeout(resolve, 0));
      globals[Symbol.dispose]();
      await window.happyDOM.close();
    },
  };
}

/** React looks for the document in the globals. Fetch and streams stay Node's. */
function enter(window: Window): Disposable {
  const before = { window: Reflect.get(globalThis, 'window'), document: Reflect.get(globalThis, 'document') };
  Object.assign(globalThis, { window, document: window.document });
  return { [Symbol.dispose]: () => void Object.assign(globalThis, before) };
}
