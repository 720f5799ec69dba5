import { useEffect } from 'react';
import { AlertsSwitch } from '../../packages/web/src/components/alerts/alerts-switch.tsx';
import { ChatRow, Unread } from '../../packages/web/src/components/shell/chat-row.tsx';
import { Sidebar } from '../../packages/web/src/components/shell/sidebar.tsx';
import { ChatStopBar, ConnectionBar, WorkStopBar } from '../../packages/web/src/components/shell/status-bars.tsx';
import { ToastList } from '../../packages/web/src/components/shell/toast-list.tsx';
import { useStore } from '../../packages/web/src/store/use-store.ts';
import { InStore, inStore } from '../in-store.tsx';
import type { SampleChats } from '../sample-chats.ts';
import { sampleRows } from '../sample-server.ts';
import { type Entries, ignore, type Samples } from '../samples.tsx';

/** The parts around every screen. */
export function shellEntries(samples: Samples, chats: SampleChats): Entries {
  const { chatId } = chats.stopped;
  return {
    Sidebar: {
      'with chats': (
        <div className="h-128 w-72 border border-line">
          <InStore>
            <Sidebar onHide={ignore} />
          </InStore>
        </div>
      ),
    },
    ChatRow: {
      'in every state': (
        <InStore>
          <ul className="w-64">
            {sampleRows(chats, samples).map((chat) => (
              <ChatRow key={chat.chatId} chat={chat} />
            ))}
          </ul>
        </InStore>
      ),
    },
    Unread: { two: <Unread count={2} /> },
    WorkStopBar: {
      'in the workspace': inStore(<WorkStopBar />, 'stopped'),
      'on the server, for a viewer': inStore(<WorkStopBar />, 'stopped by another'),
    },
    ChatStopBar: {
      stopped: inStore(<ChatStopBar chatId={chatId} isStopped />),
    },
    ConnectionBar: {
      reconnecting: inStore(<ConnectionBar />, 'reconnecting'),
    },
    ToastList: {
      'plain, with an action, and a problem': (
        <InStore>
          {/* Toasts are placed in the nearest box that contains its layout. */}
          <div className="h-56 contain-layout">
            <Toasts {...samples} />
          </div>
        </InStore>
      ),
    },
    AlertsSwitch: {
      'as this browser allows': inStore(<AlertsSwitch isWordy />),
    },
  };
}

function Toasts({ name, sentence, long }: Samples) {
  const { toasts } = useStore();
  useEffect(() => {
    const stay = { stayMs: 86_400_000 };
    toasts.add(sentence, stay);
    toasts.add(name, { ...stay, action: { label: 'Undo', act: ignore } });
    toasts.add(long, { ...stay, tone: 'problem' });
  }, [toasts, name, sentence, long]);
  return <ToastList />;
}
