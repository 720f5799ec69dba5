import { ArrowDown } from 'lucide-react';
import { type ReactNode, type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollFrameAttribute } from '../../ui/layout/windowed-row.tsx';
import { threadCopy as copy } from './copy.ts';

interface ScrollerProps {
  label: string;
  children: ReactNode;
  hasOlder: boolean;
  onOlder: () => Promise<unknown>;
  /** Called when the person scrolls back to the end. */
  onEnd: () => void;
  className?: string;
  startsAtEnd?: boolean;
}

export function Scroller(props: ScrollerProps) {
  const { label, children, hasOlder, className } = props;
  const { frame, content, isAway, isLoading, loadOlder, onScroll } = useScrolling(props);
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
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
              {isLoading ? copy.loadingEarlier : copy.showEarlier}
            </button>
          )}
          {children}
        </div>
      </section>
      {isAway && (
        <button
          type="button"
          aria-label={copy.scrollToEnd}
          onClick={() => frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior: 'smooth' })}
          className="absolute inset-x-0 bottom-2 mx-auto inline-flex size-8 items-center justify-center rounded-full border border-line bg-raised text-soft shadow-float hover:text-ink"
        >
          <ArrowDown size={15} />
        </button>
      )}
    </div>
  );
}

/**
 * Stays at the end while content grows, unless the person has scrolled up. Content inserted above does not move the visible
 * part. Only a move up counts as leaving the end, because a scroll event may arrive after the content has grown below it. At
 * the end, browser anchoring is off, so that only a person moves the content up.
 */
function useScrolling({ hasOlder, onOlder, onEnd, startsAtEnd = true }: ScrollerProps) {
  const frame = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(startsAtEnd);
  const lastTop = useRef(Number.POSITIVE_INFINITY);
  const heightBefore = useRef<number | null>(null);
  const [isAway, setAway] = useState(false);
  const [isLoading, setLoading] = useState(false);

  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!frame.current || !isAtEnd.current) return;
      anchorContent(frame.current, false);
      frame.current.scrollTop = frame.current.scrollHeight;
      lastTop.current = frame.current.scrollTop;
    });
    if (content.current) observer.observe(content.current);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const shown = frame.current;
    if (heightBefore.current === null || !shown) return;
    if (shown.scrollHeight !== heightBefore.current) shown.scrollTop += shown.scrollHeight - heightBefore.current;
    heightBefore.current = isLoading ? shown.scrollHeight : null;
    if (isLoading) return;
    requestAnimationFrame(() => requestAnimationFrame(() => anchorContent(shown, !isAtEnd.current)));
  });

  const loadOlder = useCallback(() => {
    setLoading(true);
    heightBefore.current = frame.current?.scrollHeight ?? null;
    // This hook keeps the scroll position, also at the very top. Browser anchoring would correct it twice.
    if (frame.current) anchorContent(frame.current, false);
    void onOlder().finally(() => setLoading(false));
  }, [onOlder]);

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const below = scrollHeight - scrollTop - clientHeight;
    const isMovedUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    if (below < 60 && !isAtEnd.current) onEnd();
    isAtEnd.current = below < 60 || (isAtEnd.current && !isMovedUp);
    if (heightBefore.current === null) anchorContent(currentTarget, !isAtEnd.current);
    setAway(below > 400);
    if (scrollTop < 300 && hasOlder && !isLoading && !isAtEnd.current) loadOlder();
  };
  return { frame, content, isAway, isLoading, loadOlder, onScroll };
}

function anchorContent(frame: HTMLElement, isAnchored: boolean): void {
  frame.style.overflowAnchor = isAnchored ? '' : 'none';
}
