interface ChipsProps {
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Short names side by side, any number of them chosen. */
export function Chips({ options, chosen, onChange }: ChipsProps) {
  const set = (name: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name));
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map((name) => (
        <label
          key={name}
          className="relative inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-raised ps-2 pe-2.5 font-mono text-tiny text-soft hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:hover:bg-raised has-disabled:has-checked:bg-accent-wash"
        >
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) => set(name, event.target.checked)}
            className="size-3.5 shrink-0 accent-accent"
          />
          {name}
        </label>
      ))}
    </div>
  );
}
