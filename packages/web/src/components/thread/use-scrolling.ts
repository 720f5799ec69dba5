import { type RefObject, type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Older {
  hasOlder: boolean;
  onOlder: () => Promise<unknown>;
  /** Called when the person scrolls back to the end. */
  onEnd: () => void;
  startsAtEnd: boolean;
}

interface Scrolling {
  frame: RefObject<HTMLElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAway: boolean;
  isLoading: boolean;
  loadOlder: () => void;
  onScroll: (event: UIEvent<HTMLElement>) => void;
}

/**
 * Stays at the end while content grows, unless the person has scrolled up. Content inserted above does not move the visible
 * part. Only a move up counts as leaving the end, because a scroll event may arrive after the content has grown below it. At
 * the end, browser anchoring is off, so that only a person moves the content up.
 */
export function useScrolling({ hasOlder, onOlder, onEnd, startsAtEnd }: Older): Scrolling {
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
