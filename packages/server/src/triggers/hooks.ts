import type { Event, Hooks, Trigger } from '@retinue/protocol';
import { triggerNames, triggerOf } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';

/**
 * Calls the owner's functions after each commit: at most once, in this process, with a copy of what happened. One that throws
 * or hangs is told of, and hurts nobody.
 */
export function runHooks(
  hooks: Hooks,
  { log, clock, onProblem }: { log: EventLog; clock: Clock; onProblem: (problem: unknown) => void },
): Disposable {
  let running = 0;
  const call = (trigger: Trigger) => {
    const hook = hooks[trigger.type] as ((trigger: Trigger, signal: AbortSignal) => unknown) | undefined;
    if (!hook) return;
    if (running === mostAtOnce)
      return onProblem(new Error(`The hook ${trigger.type} was left out: ${mostAtOnce} run.`));
    running += 1;
    // Whoever waits for the commit goes first.
    setImmediate(() => {
      bounded(hook, structuredClone(trigger), clock)
        .catch((problem) => onProblem(new Error(`The hook ${trigger.type} failed.`, { cause: problem })))
        .finally(() => {
          running -= 1;
        });
    });
  };
  return log.subscribe(({ events }) => {
    for (const trigger of triggersIn(events)) call(trigger);
  });
}

function triggersIn(events: readonly Event[]): Trigger[] {
  return events.map(triggerOf).filter((trigger) => trigger !== null);
}

async function bounded(
  hook: (trigger: Trigger, signal: AbortSignal) => unknown,
  trigger: Trigger,
  clock: Clock,
): Promise<void> {
  const stop = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  using _timer = clock.after(hookTimeoutMs, () => {
    const late = new Error(`It took longer than ${hookTimeoutMs / 1000} seconds.`);
    stop.abort(late);
    reject(late);
  });
  await Promise.race([(async () => hook(trigger, stop.signal))(), promise]);
}

/** What a module exports, if these are hooks; words for what is wrong otherwise. */
export function hooksIn(module: unknown): Hooks | string {
  const hooks = (module as { default?: unknown }).default;
  if (typeof hooks !== 'object' || hooks === null) return 'it has no default export with hooks';
  for (const [name, hook] of Object.entries(hooks)) {
    if (!(triggerNames as readonly string[]).includes(name))
      return `it has "${name}"; hooks are ${triggerNames.join(', ')}`;
    if (typeof hook !== 'function') return `its "${name}" is no function`;
  }
  return hooks as Hooks;
}

const hookTimeoutMs = 10_000;
const mostAtOnce = 100;
