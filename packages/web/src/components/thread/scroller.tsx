import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { scrollFrameAttribute } from '../../ui/layout/windowed-row.tsx';
import { threadCopy } from './copy.ts';
import { useScrolling } from './use-scrolling.ts';

interface ScrollerProps {
  label: string;
  children: ReactNode;
  hasOlder: boolean;
  onOlder: () => Promise<unknown>;
  onEnd: () => void;
  className?: string;
  startsAtEnd?: boolean;
}

export function Scroller({
  label,
  children,
  hasOlder,
  onOlder,
  onEnd,
  className = '',
  startsAtEnd = true,
}: ScrollerProps) {
  const { frame, content, isAway, isLoading, loadOlder, onScroll } = useScrolling({
    hasOlder,
    onOlder,
    onEnd,
    startsAtEnd,
  });
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <section
        ref={frame}
        onScroll={onScroll}
        {...{ [scrollFrameAttribute]: true }}
        tabIndex={0}
        aria-label={label}
        className="h-full overflow-y-auto -outline-offset-2"
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above. */}
        <div ref={content} className={className}>
          {hasOlder && (
            <button
              type="button"
              onClick={loadOlder}
              className="mb-4 block w-full rounded-small py-1 text-center text-tiny text-faint hover:bg-hover"
            >
              {isLoading ? threadCopy.loadingEarlier : threadCopy.showEarlier}
            </button>
          )}
          {children}
        </div>
      </section>
      {isAway && (
        <button
          type="button"
          aria-label={threadCopy.scrollToEnd}
          onClick={() => frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior: 'smooth' })}
          className="absolute inset-x-0 bottom-2 mx-auto inline-flex size-8 items-center justify-center rounded-full border border-line bg-raised text-soft shadow-float hover:text-ink"
        >
          <ArrowDown size={15} />
        </button>
      )}
    </div>
  );
}
