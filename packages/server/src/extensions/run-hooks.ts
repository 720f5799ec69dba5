import type { EventLog } from '../ports/log/event-log.ts';
import { type Hooks, type Trigger, triggerOf } from '../ports/log/triggers.ts';
import type { Clock } from '../ports/runtime/clock.ts';

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
    for (const trigger of events.map(triggerOf)) if (trigger) call(trigger);
  });
}

/** Runs a hook within its time limit. The caller must await it and report its errors. */
export async function callHook<Reply>(clock: Clock, hook: (signal: AbortSignal) => Reply): Promise<Awaited<Reply>> {
  const timeout = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  using _timer = clock.after(hookTimeoutMs, () => {
    timeout.abort(new Error(`It took longer than ${hookTimeoutMs / 1000} seconds.`));
    reject(timeout.signal.reason);
  });
  return await Promise.race([Promise.try(() => hook(timeout.signal)), promise]);
}

const maxRunning = 100;
const hookTimeoutMs = 10_000;
