import type { KeyboardEvent, ReactNode } from 'react';

interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: ReactNode }[];
  chosen: Key;
  onChoose: (key: Key) => void;
  panelId: string;
}

export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, panelId }: TabsProps<Key>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex(({ key }) => key === chosen);
    const next = tabs.at((at + by) % tabs.length);
    if (!next) return;
    onChoose(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} onKeyDown={move} className="flex gap-0.5 overflow-x-auto">
      {tabs.map(({ key, label: content }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-tab={key}
          aria-selected={key === chosen}
          aria-controls={panelId}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
          className={`shrink-0 rounded-small px-2.5 py-1 text-small font-medium transition-colors ${key === chosen ? 'bg-hover text-ink' : 'text-faint hover:text-ink'}`}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
