import { Window } from 'happy-dom';
import { createElement, type ReactNode } from 'react';

export interface DrawnHook<Value> extends AsyncDisposable {
  /** The hook's value at the last drawing. */
  current(): Value;
  /** Runs something and waits for the drawings that follow from it. */
  run(work: () => unknown): Promise<void>;
}

/** Draws a hook with the real React in a document. */
export async function drawHook<Value>(hook: () => Value): Promise<DrawnHook<Value>> {
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  const { createRoot } = await import('react-dom/client');
  const drawn: { value?: Value } = {};
  const Drawn = (): ReactNode => {
    drawn.value = hook();
    return null;
  };
  const container = window.document.createElement('div');
  const root = createRoot(container as unknown as Parameters<typeof createRoot>[0]);
  root.render(createElement(Drawn));
  await settle();
  return {
    current: () => drawn.value as Value,
    async run(work) {
      await work();
      await settle();
    },
    async [Symbol.asyncDispose]() {
      root.unmount();
      await settle();
      await window.happyDOM.close();
    },
  };
}

/** React draws in tasks of its own, each of which may start another. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => realTimeout(resolve, 0));
}

/** A test may replace the timers afterwards. */
const realTimeout = setTimeout;
