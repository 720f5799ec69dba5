import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface MenuChoice {
  key: string;
  label: ReactNode;
  /** Accessible name, if the label is more than text. */
  name?: string;
  icon?: ReactNode;
  isChosen?: boolean;
  isDangerous?: boolean;
  act: () => void;
}

interface MenuProps {
  label: string;
  /** Content of the button. */
  children: ReactNode;
  choices: readonly MenuChoice[];
  className?: string;
  side?: 'above' | 'below';
  align?: 'start' | 'end';
  isListOfOne?: boolean;
}

/** A button that opens a list of choices. The browser closes the popover on Escape and on a click outside. */
export function Menu({
  label,
  children,
  choices,
  className = '',
  side = 'below',
  align = 'start',
  isListOfOne,
}: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        popoverTarget={id}
        className={className}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={({ newState }) => {
          if (newState === 'open' && button.current && list.current)
            positionBeside(button.current, list.current, side, align);
        }}
        onKeyDown={(event) => moveThrough(event, list.current)}
        className="fixed m-0 max-h-96 min-w-44 max-w-80 overflow-auto rounded-plain border border-line bg-raised p-1 text-ink shadow-float"
      >
        {choices.map(({ key, label: content, name, icon, isChosen, isDangerous, act }, index) => (
          <button
            key={key}
            ref={index === 0 ? takeFocus : null}
            type="button"
            role={isListOfOne ? 'menuitemradio' : 'menuitem'}
            {...(isListOfOne ? { 'aria-checked': isChosen === true } : {})}
            {...(name ? { 'aria-label': name } : {})}
            tabIndex={-1}
            onClick={() => {
              list.current?.hidePopover();
              act();
            }}
            className={`flex w-full items-center gap-2 rounded-small px-2 py-1.5 text-start text-small hover:bg-hover focus:bg-hover focus:outline-none ${isDangerous ? 'text-bad' : ''} ${isChosen ? 'bg-accent-wash' : ''}`}
          >
            {icon}
            <span className="min-w-0 flex-1">{content}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** Lets the browser focus the item as it opens the popover. React does not render `autoFocus` as an attribute. */
function takeFocus(item: HTMLElement | null): void {
  item?.setAttribute('autofocus', '');
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

function moveThrough(event: KeyboardEvent, list: HTMLElement | null): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === 'Tab') list?.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}

function positionBeside(button: HTMLElement, list: HTMLElement, side: 'above' | 'below', align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect();
  const own = list.getBoundingClientRect();
  const fitsBelow = at.bottom + own.height + 12 < innerHeight;
  const top = side === 'below' && fitsBelow ? at.bottom + 4 : Math.max(8, at.top - own.height - 4);
  const left = align === 'start' ? at.left : at.right - own.width;
  list.style.top = `${top}px`;
  list.style.left = `${Math.max(8, Math.min(left, innerWidth - own.width - 8))}px`;
}
