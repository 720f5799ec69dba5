import { useLayoutEffect, useReducer } from 'react';
import { bringBackCutOff, keepUnsent, listenToUnsent, unsent } from './unsent.ts';

/**
 * The unsent text of a place, also when it changes elsewhere: by a send that failed, or a text that was moved there.
 */
export function useUnsent(place: string): [text: string, setText: (text: string) => void] {
  const [, draw] = useReducer((drawings: number) => drawings + 1, 0);
  useLayoutEffect(() => {
    const stop = listenToUnsent(place, draw);
    bringBackCutOff(place);
    // The text may have changed since this was first drawn.
    draw();
    return stop;
  }, [place]);
  return [unsent(place), (text) => keepUnsent(place, text)];
}
