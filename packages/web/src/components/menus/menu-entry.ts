import type { RouteInput, Routes, TaskId, TaskState, TaskStatus, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { LucideIcon } from 'lucide-react';
import type { CommandName, PageRequest } from '../../store/send-request.ts';
import type { Right } from '../../store/use-store.ts';

/** A link of the command palette and, with a place, of the sidebar. */
export interface ScreenLink {
  to: string;
  label: string;
  icon: LucideIcon;
  right?: Right;
  place?: 'top' | 'bottom';
}

export interface ChatPlace {
  chatId: ThreadId;
}
export interface TaskPlace extends ChatPlace {
  taskId: TaskId;
}

/** Decides which entries the menu of a chat has. */
export interface ChatInMenu {
  isPinned: boolean;
  isStopped: boolean;
}

/** Decides which entries the menu of a task has. */
export interface TaskInMenu extends Pick<TaskState, 'outcome' | 'isBackground'> {
  status: TaskStatus;
  /** No attempt came after it. */
  isLast: boolean;
}

/** Whether it ended without success, and no other attempt followed. */
export function canRetry({ outcome, isLast, status }: TaskInMenu): boolean {
  return outcome !== null && isLast && (status === 'failed' || status === 'cancelled');
}

/** An entry without its effect. */
export interface EntryText<Shown> {
  label: string;
  /** A longer text for the tooltip. */
  hint?: string;
  icon: LucideIcon;
  isFilled?: true;
  isDangerous?: boolean;
  /** Always shown without it. */
  when?: (shown: Shown) => boolean;
}

/** Sends a command about the place of the menu. */
type CommandOf<Place> = {
  [Name in CommandName]: Place & { workspaceId: WorkspaceId } extends ParamsOf<Name>
    ? { command: Name } & Omit<PageRequest<Name>, 'params'>
    : never;
}[CommandName];
type ParamsOf<Name extends CommandName> = RouteInput<Routes[Name]> extends { params: infer Params } ? Params : never;

/** An entry of a menu: a command, or something that the component opens. */
export type MenuEntry<Shown, Place, Opens extends string> = EntryText<Shown> & (CommandOf<Place> | { opens: Opens });
