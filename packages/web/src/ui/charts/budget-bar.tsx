import { uiCopy } from '../copy.ts';

/** The part of a budget that is left: full at first, empty at the end. */
export function BudgetBar({ part, label, className = 'w-10' }: { part: number; label: string; className?: string }) {
  const left = Math.max(0, Math.min(1, part));
  const color = left > 0.5 ? 'fill-good' : left > 0.2 ? 'fill-ask' : 'fill-bad';
  return (
    <span
      role="img"
      aria-label={uiCopy.budget(label)}
      title={uiCopy.budget(label)}
      className={`inline-block shrink-0 overflow-hidden rounded-full ${className}`}
    >
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="block h-1.5 w-full">
        <rect width={100} height={10} className="fill-hover" />
        <rect width={left * 100} height={10} className={color} />
      </svg>
    </span>
  );
}
