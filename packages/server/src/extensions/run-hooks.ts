import type { Event, Hooks, Trigger } from '@retinue/protocol';
import { triggerOf } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import { callHook } from './call-hook.ts';

/**
 * Calls the hooks of an extension after each commit: at most once, in this process, with a copy of the trigger. A hook that
 * throws or hangs is reported and affects nothing else.
 */
export function runHooks(
  { extension, hooks }: { extension: string; hooks: Hooks },
  { log, clock, onProblem }: { log: EventLog; clock: Clock; onProblem: (problem: unknown) => void },
): Disposable {
  let running = 0;
  const call = (trigger: Trigger) => {
    if (!hooks[trigger.type]) return;
    const hook = hooks[trigger.type] as (trigger: Trigger, signal: AbortSignal) => unknown;
    const name = `The hook ${trigger.type} of the extension "${extension}"`;
    if (running === maxRunning) return onProblem(new Error(`${name} was skipped: ${maxRunning} hooks are running.`));
    running += 1;
    // Code that waits for the commit goes first.
    setImmediate(() => {
      callHook(clock, (signal) => hook(structuredClone(trigger), signal))
        .catch((problem) => onProblem(new Error(`${name} failed.`, { cause: problem })))
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

const maxRunning = 100;
