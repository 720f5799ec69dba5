import type { ReactNode } from 'react';

/** One component in all its states, by the name of the state. */
export interface Entry {
  component: string;
  states: Record<string, ReactNode>;
}

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

export function EntryView({ entry: { component, states } }: { entry: Entry }) {
  return (
    <article data-component={component} aria-label={component} className="flex min-w-0 flex-col gap-3">
      <p className="font-mono text-small font-semibold">{component}</p>
      {Object.entries(states).map(([state, content]) => (
        <div key={state} data-state={state} className="flex min-w-0 flex-col gap-1.5">
          <span className="text-tiny text-faint">{state}</span>
          <div className="-mx-2 min-w-0 px-2">{content}</div>
        </div>
      ))}
    </article>
  );
}
