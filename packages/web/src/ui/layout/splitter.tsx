import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface SplitterProps {
  label: string;
  /** Width of the second part, in percent. */
  share: number;
  min: number;
  max: number;
  onShare: (share: number) => void;
}

/** A line between two parts that is dragged, or moved with the arrow keys. */
export function Splitter({ label, share, min, max, onShare }: SplitterProps) {
  const line = useRef<HTMLDivElement>(null);
  const set = (wanted: number) => onShare(Math.round(Math.min(max, Math.max(min, wanted)) * 10) / 10);
  const drag = ({ clientX, pointerId, currentTarget }: PointerEvent) => {
    const whole = line.current?.parentElement?.getBoundingClientRect();
    if (!whole || !currentTarget.hasPointerCapture(pointerId)) return;
    set(((whole.right - clientX) / whole.width) * 100);
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: 2, ArrowRight: -2 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(share + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be focused and moved is no <hr>.
    <div
      ref={line}
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={Math.round(share)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={move}
      className="group relative -mx-1 w-2 shrink-0 cursor-col-resize touch-none"
    >
      <span className="absolute inset-y-0 start-1/2 w-px bg-line transition-colors group-hover:bg-accent group-focus-visible:bg-accent" />
    </div>
  );
}
