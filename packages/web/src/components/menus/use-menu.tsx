import { routes } from '@retinue/protocol';
import type { CommandName, PageRequest } from '../../store/send-request.ts';
import { useSingleRequests } from '../../store/sending/use-single-request.ts';
import { useActions, useRights } from '../../store/use-store.ts';
import type { MenuChoice } from '../../ui/buttons/menu.tsx';
import type { ChatPlace, EntryText, MenuEntry } from './menu-entry.ts';

export interface OfferedChoice extends MenuChoice {
  label: string;
  hint: string;
}

/** The entries of a menu that its place offers now, to people who may use them. A command is sent once, however often it is chosen. */
export function useMenu<Shown extends object, Place extends ChatPlace, Opens extends string>(
  menu: readonly MenuEntry<Shown, Place, Opens>[],
  shown: Shown,
  params: Place,
  open: (what: Opens) => void,
): OfferedChoice[] {
  const { run } = useActions();
  const { send } = useSingleRequests();
  const may = useRights();
  const act = (entry: MenuEntry<Shown, Place, Opens>) => {
    if ('opens' in entry) return open(entry.opens);
    const input = { params, ...('body' in entry && { body: entry.body }) } as PageRequest<CommandName>;
    void send(entry.label, [params, shown], (idempotencyKey) => run(entry.command, input, { idempotencyKey }));
  };
  return menu
    .filter((entry) => entry.when?.(shown) ?? true)
    .filter((entry) => ('command' in entry && routes[entry.command].policy === 'owner' ? may.own : may.write))
    .map((entry) => ({ ...choiceOf(entry), act: () => act(entry) }));
}

function choiceOf({ label, hint = label, icon, isFilled, isDangerous = false }: EntryText<never>) {
  const Icon = icon;
  return {
    ...{ key: label, label, hint, isDangerous },
    icon: isFilled ? <Icon size={12} fill="currentColor" /> : <Icon size={14} />,
  };
}
