import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface WindowedRowProps {
  isKept: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Renders its content near the viewport. Further away it is an empty box of the measured height, so that a long list costs what
 * is visible and nothing moves. Content with focus, a form or something open stays rendered.
 */
export function WindowedRow({ isKept, className = '', children }: WindowedRowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const isFar = height !== null && !isKept;
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.closest<HTMLElement>(`[${scrollFrameAttribute}]`);
    if (!element || !frame || isKept) return;
    return watch(frame, element, (isNear, measured) => {
      if (isNear) setHeight(null);
      else if (!isInUse(element)) setHeight(measured);
    });
  }, [isKept]);
  return (
    <div ref={box} className={className} data-is-far={isFar || undefined} style={isFar ? { height } : undefined}>
      {!isFar && children}
    </div>
  );
}

/** Marks the scroll container. */
export const scrollFrameAttribute = 'data-scrolls';

type Listener = (isNear: boolean, height: number) => void;
const watched = new WeakMap<HTMLElement, { observer: IntersectionObserver; listeners: Map<Element, Listener> }>();

/** One observer per scroll container. */
function watch(frame: HTMLElement, element: HTMLElement, listener: Listener): () => void {
  const known = watched.get(frame) ?? openWatch(frame);
  known.listeners.set(element, listener);
  known.observer.observe(element);
  return () => {
    known.observer.unobserve(element);
    known.listeners.delete(element);
  };
}

function openWatch(frame: HTMLElement) {
  const listeners = new Map<Element, Listener>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        // In a hidden container every height is 0.
        if (frame.clientHeight > 0) listeners.get(target)?.(isIntersecting, boundingClientRect.height);
      }
    },
    { root: frame, rootMargin: `${nearPx}px 0px` },
  );
  const opened = { observer, listeners };
  watched.set(frame, opened);
  return opened;
}

function isInUse(element: HTMLElement): boolean {
  return element.contains(document.activeElement) || element.querySelector(inUse) !== null;
}

const inUse = 'form, details[open], dialog, [data-is-shown]';
const nearPx = 1200;
