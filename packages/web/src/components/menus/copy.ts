import {
  CircleStop,
  Inbox,
  Pencil,
  Pin,
  PinOff,
  Play,
  Plus,
  RotateCcw,
  SendToBack,
  Settings,
  Square,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react';
import {
  type ChatInMenu,
  type ChatPlace,
  canRetry,
  type MenuEntry,
  type ScreenLink,
  type TaskInMenu,
  type TaskPlace,
} from './menu-entry.ts';

/* Links to screens, and the menus of chats and tasks, whose entries are a label, an icon, a command, and when it is shown. */

export const screenLinks: readonly ScreenLink[] = [
  { to: '/', label: 'New chat', icon: Plus, right: 'write', place: 'top' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, place: 'top' },
  { to: '/agents', label: 'Agents', icon: Users, place: 'bottom' },
  { to: '/agents/new', label: 'New agent', icon: UserPlus, right: 'write' },
  { to: '/settings', label: 'Settings', icon: Settings, place: 'bottom' },
];

export const chatMenu: readonly MenuEntry<ChatInMenu, ChatPlace, 'rename' | 'delete'>[] = [
  { label: 'Rename', icon: Pencil, opens: 'rename' },
  { label: 'Unpin', icon: PinOff, command: 'changeChat', body: { isPinned: false }, when: (chat) => chat.isPinned },
  { label: 'Pin', icon: Pin, command: 'changeChat', body: { isPinned: true }, when: (chat) => !chat.isPinned },
  { label: 'Resume work', icon: Play, command: 'resumeChat', when: (chat) => chat.isStopped },
  { label: 'Stop all work', icon: CircleStop, command: 'stopChat', when: (chat) => !chat.isStopped },
  { label: 'Delete', icon: Trash2, opens: 'delete', isDangerous: true },
];

export const taskMenu: readonly MenuEntry<TaskInMenu, TaskPlace, 'edit'>[] = [
  {
    label: 'Send to background',
    hint: 'Send to background. The agent continues without waiting.',
    icon: SendToBack,
    command: 'backgroundTask',
    when: (task) => task.outcome === null && !task.isBackground,
  },
  {
    label: 'Stop',
    icon: Square,
    isFilled: true,
    isDangerous: true,
    command: 'cancelTask',
    when: (task) => task.outcome === null,
  },
  { label: 'Retry', icon: RotateCcw, command: 'retryTask', body: {}, when: canRetry },
  { label: 'Edit and retry', icon: Pencil, opens: 'edit', when: canRetry },
];
