import type { ThreadId } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Inbox, Keyboard, MessageSquare, Plus, Settings, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../store/use-library.ts';
import { useChats } from '../../store/use-store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { settingsSections } from '../settings/settings-sections.ts';
import { PaletteInput } from './palette-input.tsx';
import { SearchHits } from './search-hits.tsx';

interface PaletteProps {
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
  onKeys: () => void;
}

/** Any chat and any place, by a few letters. */
export default function Palette({ words, onWords, onClose, onKeys }: PaletteProps) {
  const chats = useChats();
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const open = (chatId: ThreadId, task: string | null) =>
    go(() => void navigate({ to: '/chat/$chatId', params: { chatId }, search: task ? { task } : {} }))();
  const go = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog label="Find a chat or an action" hasHead={false} onClose={onClose} className="mt-[12vh]!">
      <Command label="Find a chat or an action" loop>
        <PaletteInput words={words} onChange={onWords} />
        <Command.List className="max-h-[50dvh] overflow-y-auto p-1.5">
          <Command.Empty className="p-4 text-center text-small text-faint">
            No chat or action of that name.
          </Command.Empty>
          <Group heading="Actions">
            {mayWrite && (
              <Choice value="New chat" icon={<Plus size={15} />} onSelect={go(() => void navigate({ to: '/' }))} />
            )}
            <Choice value="Inbox" icon={<Inbox size={15} />} onSelect={go(() => void navigate({ to: '/inbox' }))} />
            <Choice value="Agents" icon={<Users size={15} />} onSelect={go(() => void navigate({ to: '/agents' }))} />
            {mayWrite && (
              <Choice
                value="New agent"
                icon={<UserPlus size={15} />}
                onSelect={go(() => void navigate({ to: '/agents/new' }))}
              />
            )}
            {settingsSections.map(({ key, label }) => (
              <Choice
                key={key}
                value={`Settings: ${label}`}
                icon={<Settings size={15} />}
                onSelect={go(() => void navigate({ to: '/settings/$section', params: { section: key }, search: {} }))}
              />
            ))}
            <Choice value="Keys" icon={<Keyboard size={15} />} onSelect={onKeys} />
          </Group>
          <Group heading="Chats">
            {chats.map(({ chatId, title }) => (
              <Choice
                key={chatId}
                value={`${title} ${chatId}`}
                words={title}
                icon={<MessageSquare size={15} />}
                onSelect={() => open(chatId, null)}
              />
            ))}
          </Group>
          <SearchHits words={words} onOpen={open} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

function Choice({
  value,
  words = value,
  icon,
  onSelect,
}: {
  value: string;
  words?: string;
  icon: ReactNode;
  onSelect: () => void;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-small px-2.5 py-2 text-small text-soft data-[selected=true]:bg-hover data-[selected=true]:text-ink"
    >
      {icon}
      <span dir="auto" className="truncate">
        {words}
      </span>
    </Command.Item>
  );
}
