import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldHelp } from './fields.tsx';

interface RowProps {
  label: ReactNode;
  help?: ReactNode;
}

/** A row for each option of a list of chosen values. */
export function OptionRows<Value extends string>({
  options,
  chosen,
  onChange,
  as: Row,
  empty,
}: OptionRowsProps<Value>) {
  const set = (value: Value, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <Rows empty={empty}>
      {options.map(({ value, ...option }) => (
        <Row key={value} {...option} isOn={chosen.includes(value)} onChange={(isOn) => set(value, isOn)} />
      ))}
    </Rows>
  );
}

interface OptionRowsProps<Value> {
  options: readonly { value: Value; label: ReactNode; help?: ReactNode; mark?: ReactNode }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  as: typeof Check | typeof Switch;
  /** In place of the rows if there are no options. */
  empty?: ReactNode;
}

interface ToggleProps extends RowProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

const wholeRow = 'after:absolute after:inset-0 after:cursor-pointer';

interface RowTextProps extends RowProps {
  id: string;
  className: string;
  helpClass?: string;
}

function RowText({ id, label, help, className, helpClass = 'text-pretty' }: RowTextProps) {
  return (
    <div className="min-w-0 flex-1 basis-40">
      <label htmlFor={id} className={`block text-small font-medium ${className}`}>
        {label}
      </label>
      <FieldHelp id={id} className={helpClass}>
        {help}
      </FieldHelp>
    </div>
  );
}

/** A switch with its label and help text. Takes effect at once. */
export function Switch({ label, help, isOn, onChange, mark }: ToggleProps & { mark?: ReactNode }) {
  const id = useId();
  return (
    <div className="relative flex items-center gap-3 px-3 py-2.5 hover:bg-hover">
      {mark}
      <RowText id={id} label={label} help={help} className={wholeRow} helpClass="line-clamp-2" />
      <BareSwitch {...{ id, isOn, onChange }} aria-describedby={help ? `${id}-help` : undefined} />
    </div>
  );
}

type BareProps = Omit<ComponentProps<'input'>, 'onChange'> & Omit<ToggleProps, 'label'>;

/** A switch whose visible label is elsewhere. */
export function BareSwitch({ isOn, onChange, ...rest }: BareProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
      className="relative z-1 h-5 w-9 shrink-0 appearance-none rounded-full border border-faint bg-raised transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-3.5 before:rounded-full before:bg-faint before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-ink rtl:checked:before:-translate-x-4 disabled:opacity-50"
    />
  );
}

export function Check({ label, help, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="relative flex items-start gap-2.5 px-3 py-2 hover:bg-hover">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative z-1 mt-0.5 size-4 shrink-0 accent-accent"
      />
      <RowText id={id} label={label} help={help} className={wholeRow} />
    </div>
  );
}

interface ChoiceRowProps extends RowProps {
  value: string;
  choices: readonly { value: string; label: string; isDisabled?: boolean }[];
  onChange: (value: string) => void;
  isDisabled?: boolean;
}

/** A select at the end of its label's line. */
export function ChoiceRow({ label, help, value, choices, onChange, isDisabled = false }: ChoiceRowProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
      <RowText id={id} label={label} help={help} className="[overflow-wrap:anywhere]" />
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 max-w-full min-w-0 rounded-small border border-faint/75 bg-raised px-2 text-small text-ink focus-visible:outline-offset-0 disabled:opacity-60"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.isDisabled ?? false}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A frame around form rows; a text if there are none. */
export function Rows({ empty, children }: { empty?: ReactNode; children: ReactNode }) {
  if (empty && Array.isArray(children) && children.length === 0) return <p className="text-small text-soft">{empty}</p>;
  return (
    <div className="divide-y divide-line overflow-hidden rounded-plain border border-line bg-raised">{children}</div>
  );
}
