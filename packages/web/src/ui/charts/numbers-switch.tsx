/** Between a drawing and the numbers that it was drawn from. */
export function NumbersSwitch({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) {
  return (
    <button
      type="button"
      onClick={() => onChange(!isTable)}
      className="ms-auto rounded-small px-1.5 text-tiny text-faint underline-offset-2 hover:text-ink hover:underline"
    >
      {isTable ? 'Show the drawing' : 'Show the numbers'}
    </button>
  );
}
