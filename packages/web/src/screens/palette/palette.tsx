import type { ThreadId } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Inbox, Keyboard, MessageSquare, Plus, Settings, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../store/use-library.ts';
import { useChats } from '../../store/use-store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { settingsSections } from '../settings/settings-sections.ts';
import { paletteCopy } from './copy.ts';
import { PaletteInput } from './palette-input.tsx';
import { SearchHits } from './search-hits.tsx';

interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  onKeys: () => void;
}

/** Finds chats, actions and messages by a few letters. */
export default function Palette({ query, onQuery, onClose, onKeys }: PaletteProps) {
  const chats = useChats();
  const navigate = useNavigate();
  const open = (chatId: ThreadId, task: string | null) => {
    onClose();
    void navigate({ to: '/chat/$chatId', params: { chatId }, search: task ? { task } : {} });
  };
  return (
    <Dialog label={paletteCopy.label} hasHead={false} onClose={onClose} className="mt-[12vh]!">
      <Command label={paletteCopy.label} loop>
        <PaletteInput query={query} onChange={onQuery} />
        <Command.List className="max-h-[50dvh] overflow-y-auto p-1.5">
          <Command.Empty className="p-4 text-center text-small text-faint">{paletteCopy.noMatch}</Command.Empty>
          <Actions onClose={onClose} onKeys={onKeys} />
          <Group heading={paletteCopy.chats}>
            {chats.map(({ chatId, title }) => (
              <Choice
                key={chatId}
                value={`${title} ${chatId}`}
                label={title}
                icon={<MessageSquare size={15} />}
                onSelect={() => open(chatId, null)}
              />
            ))}
          </Group>
          <SearchHits query={query} onOpen={open} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Actions({ onClose, onKeys }: Pick<PaletteProps, 'onClose' | 'onKeys'>) {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const go = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Group heading={paletteCopy.actions}>
      {mayWrite && (
        <Choice value={paletteCopy.newChat} icon={<Plus size={15} />} onSelect={go(() => void navigate({ to: '/' }))} />
      )}
      <Choice
        value={paletteCopy.inbox}
        icon={<Inbox size={15} />}
        onSelect={go(() => void navigate({ to: '/inbox' }))}
      />
      <Choice
        value={paletteCopy.agents}
        icon={<Users size={15} />}
        onSelect={go(() => void navigate({ to: '/agents' }))}
      />
      {mayWrite && (
        <Choice
          value={paletteCopy.newAgent}
          icon={<UserPlus size={15} />}
          onSelect={go(() => void navigate({ to: '/agents/new' }))}
        />
      )}
      {settingsSections.map(({ key, label }) => (
        <Choice
          key={key}
          value={paletteCopy.settings(label)}
          icon={<Settings size={15} />}
          onSelect={go(() => void navigate({ to: '/settings/$section', params: { section: key }, search: {} }))}
        />
      ))}
      <Choice value={paletteCopy.shortcuts} icon={<Keyboard size={15} />} onSelect={onKeys} />
    </Group>
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
  label = value,
  icon,
  onSelect,
}: {
  value: string;
  label?: string;
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
        {label}
      </span>
    </Command.Item>
  );
}
