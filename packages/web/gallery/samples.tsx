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
