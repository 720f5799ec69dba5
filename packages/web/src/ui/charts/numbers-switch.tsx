import { uiCopy } from '../copy.ts';

/** Switches between a chart and a table of its numbers. */
export function NumbersSwitch({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) {
  return (
    <button
      type="button"
      onClick={() => onChange(!isTable)}
      className="ms-auto rounded-small px-1.5 text-tiny text-faint underline-offset-2 hover:text-ink hover:underline"
    >
      {isTable ? uiCopy.showChart : uiCopy.showNumbers}
    </button>
  );
}
