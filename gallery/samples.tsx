import { type ReactNode, useState } from 'react';

/** Components by name, each with its states by name. */
export type Entries = Record<string, Record<string, ReactNode>>;

export interface Samples {
  name: string;
  sentence: string;
  long: string;
}

/** Texts that run in the direction of the page. */
export function samplesFor(isRtl: boolean): Samples {
  return isRtl
    ? { name: 'חוקר', sentence: 'נמצאו שלוש תשובות.', long: 'השוואה של מחירי החשמל בשבע ערים לאורך עשר שנים ' }
    : {
        name: 'Researcher',
        sentence: 'Three answers were found.',
        long: 'A comparison of electricity prices in seven cities over ten years ',
      };
}

/** Agents as people could set them up; the last one has an icon that this release does not know. */
export const badges = [
  { color: '#0d6a5f', icon: 'search' },
  { color: '#b3261e', icon: 'pen-line' },
  { color: '#6a3aa2', icon: 'unknown' },
] as const;

export const ignore = () => {};

interface StatefulProps<Value> {
  initial: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}

/** Holds the value of a controlled component. */
export function Stateful<Value>({ initial, children }: StatefulProps<Value>) {
  const [value, set] = useState(initial);
  return children(value, set);
}
