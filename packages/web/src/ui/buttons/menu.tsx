import { type KeyboardEvent, type ReactNode, type Ref, type ToggleEvent, useId, useRef } from 'react';

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
export function Menu({ label, children, choices, className = '', side, align, isListOfOne = false }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const position = ({ newState }: ToggleEvent) => {
    if (newState === 'open' && button.current && list.current)
      positionBeside(button.current, list.current, side ?? 'below', align ?? 'start');
  };
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
        onToggle={position}
        onKeyDown={(event) => moveThrough(event, list.current)}
        className="fixed m-0 max-h-96 min-w-44 max-w-80 overflow-auto rounded-plain border border-line bg-raised p-1 text-ink shadow-float"
      >
        {choices.map(({ key, ...choice }, index) => (
          <Item
            key={key}
            {...choice}
            ref={index === 0 ? takeFocus : null}
            isRadio={isListOfOne}
            onClose={() => list.current?.hidePopover()}
          />
        ))}
      </div>
    </>
  );
}

interface ItemProps extends Omit<MenuChoice, 'key'> {
  ref: Ref<HTMLButtonElement>;
  isRadio: boolean;
  onClose: () => void;
}

function Item({ ref, label, name, icon, isChosen = false, isDangerous, isRadio, act, onClose }: ItemProps) {
  return (
    <button
      ref={ref}
      type="button"
      role={isRadio ? 'menuitemradio' : 'menuitem'}
      {...(isRadio ? { 'aria-checked': isChosen } : {})}
      aria-label={name}
      tabIndex={-1}
      onClick={() => {
        onClose();
        act();
      }}
      className={`flex w-full items-center gap-2 rounded-small px-2 py-1.5 text-start text-small hover:bg-hover focus:bg-hover focus:outline-none ${isDangerous ? 'text-bad' : ''} ${isChosen ? 'bg-accent-wash' : ''}`}
    >
      {icon}
      <span className="min-w-0 flex-1">{label}</span>
    </button>
  );
}

/** Lets the browser focus the item as it opens the popover. React does not render `autoFocus` as an attribute. */
function takeFocus(item: HTMLElement | null): void {
  item?.setAttribute('autofocus', '');
}

function moveThrough(event: KeyboardEvent, list: HTMLElement | null): void {
  const items = [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
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
