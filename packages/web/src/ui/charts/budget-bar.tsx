/** How much of something is left: full at first, empty at the end. What it is stands in words, for eyes and ears. */
export function BudgetBar({ part, words, className = 'w-10' }: { part: number; words: string; className?: string }) {
  const left = Math.max(0, Math.min(1, part));
  const color = left > 0.5 ? 'fill-good' : left > 0.2 ? 'fill-ask' : 'fill-bad';
  return (
    <span
      role="img"
      aria-label={`Budget: ${words}`}
      title={`Budget: ${words}`}
      className={`inline-block shrink-0 overflow-hidden rounded-full ${className}`}
    >
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="block h-1.5 w-full">
        <rect width={100} height={10} className="fill-hover" />
        <rect width={left * 100} height={10} className={color} />
      </svg>
    </span>
  );
}
