import { ArrowDown } from 'lucide-react';
import { type ReactNode, type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface ScrollerProps {
  label: string;
  children: ReactNode;
  hasOlder: boolean;
  onOlder: () => Promise<unknown>;
  className?: string;
}

/** Stays at the end while more comes, unless the person has scrolled away; fetches what is older when they come to the top. */
export function Scroller({ label, children, hasOlder, onOlder, className = '' }: ScrollerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [isAway, setAway] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const heightBefore = useRef<number | null>(null);

  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (frame.current && isAtEnd.current) frame.current.scrollTop = frame.current.scrollHeight;
    });
    if (content.current) observer.observe(content.current);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (heightBefore.current === null || isLoading || !frame.current) return;
    frame.current.scrollTop += frame.current.scrollHeight - heightBefore.current;
    heightBefore.current = null;
  });

  const loadOlder = useCallback(async () => {
    setLoading(true);
    heightBefore.current = frame.current?.scrollHeight ?? null;
    await onOlder();
    setLoading(false);
  }, [onOlder]);

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 60;
    setAway(scrollHeight - scrollTop - clientHeight > 400);
    if (scrollTop < 300 && hasOlder && !isLoading && !isAtEnd.current) void loadOlder();
  };

  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <div
        ref={frame}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={label}
        className="h-full overflow-y-auto outline-none"
      >
        <div ref={content} className={className}>
          {hasOlder && (
            <button
              type="button"
              onClick={() => void loadOlder()}
              className="mb-4 block w-full rounded-small py-1 text-center text-tiny text-faint hover:bg-hover"
            >
              {isLoading ? 'Reading what was said before …' : 'Show what was said before'}
            </button>
          )}
          {children}
        </div>
      </div>
      {isAway && (
        <button
          type="button"
          aria-label="To the end"
          onClick={() => frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior: 'smooth' })}
          className="absolute inset-x-0 bottom-2 mx-auto inline-flex size-8 items-center justify-center rounded-full border border-line bg-raised text-soft shadow-float hover:text-ink"
        >
          <ArrowDown size={15} />
        </button>
      )}
    </div>
  );
}
