import type { ThreadId } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Download, RotateCw, Trash2 } from 'lucide-react';
import { May } from '../../components/may.tsx';
import { useActions, useChats, useStore } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/status.tsx';
import { damagedChatCopy as copy } from './copy.ts';

/** Replaces a chat whose stored events are unusable, with the actions that still work. */
export function DamagedChat({ chatId, message }: { chatId: ThreadId; message: string }) {
  const store = useStore();
  const actions = useActions();
  const navigate = useNavigate();
  const row = useChats().find((chat) => chat.chatId === chatId);
  const path = `/api/workspaces/${store.workspaceParams.workspaceId}/chats/${chatId}/export`;
  const exportChat = () => void actions.download(path, `${chatId}.json`);
  const remove = () => {
    if (row) void actions.remove(row);
    void navigate({ to: '/' });
  };
  return (
    <Note isPage title={copy.damagedTitle}>
      <p className="mb-4">{message}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button icon={<Download size={14} />} onClick={exportChat}>
          {copy.exportChat}
        </Button>
        {row && (
          <May right="write">
            <Button variant="danger" icon={<Trash2 size={14} />} onClick={remove}>
              {copy.deleteChat}
            </Button>
          </May>
        )}
        <Button variant="quiet" icon={<RotateCw size={14} />} onClick={() => void store.trees.load(chatId)}>
          {copy.retry}
        </Button>
      </div>
    </Note>
  );
}
