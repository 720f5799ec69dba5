import type { Reason } from '@retinue/protocol';
import { z } from 'zod';
import type { BeforeHookRunner, HookRecord, NamedBeforeHooks, Ruling } from '../ports/engine/before-hooks.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { callHook } from './run-hooks.ts';

/** Asks the hooks of all extensions in turn, each with the previous one's result. Null without any. */
export function createBeforeHooks(
  extensions: readonly NamedBeforeHooks[],
  { clock, onProblem }: { clock: Clock; onProblem: (problem: unknown) => void },
): BeforeHookRunner | null {
  if (!extensions.some(({ hooks }) => hooks.beforeTask || hooks.beforeCall)) return null;
  const ask = async <Value extends z.core.util.JSONType>(
    name: 'beforeTask' | 'beforeCall',
    value: Value,
    amended: z.ZodType<Value>,
    call: (hooks: NamedBeforeHooks['hooks'], value: Value, signal: AbortSignal) => unknown,
  ): Promise<Ruling<Value>> => {
    const decisions = z.union([passing, refusing, z.strictObject({ amend: amended, reason: z.string().min(1) })]);
    const ruling: Ruling<Value> = { value, records: [], problem: null };
    for (const { extension, hooks } of extensions) {
      if (!hooks[name]) continue;
      // A failed check counts as a refusal.
      const refuse = (problem: Reason, reason: HookRecord['reason']) => {
        ruling.problem = problem;
        ruling.records.push({ extension, outcome: 'refused', reason, original: null });
        return ruling;
      };
      try {
        const copy = structuredClone(ruling.value);
        const decision = decisions.parse(await callHook(clock, (signal) => call(hooks, copy, signal)));
        if (!decision) continue;
        if ('refuse' in decision)
          return refuse(
            { code: 'refused-by-extension', extension, reason: decision.refuse },
            decision.refuse.slice(0, maxReason).toWellFormed(),
          );
        ruling.records.push({ extension, outcome: 'amended', reason: decision.reason, original: ruling.value });
        ruling.value = decision.amend;
      } catch (error) {
        onProblem(new Error(`The hook ${name} of the extension "${extension}" failed.`, { cause: error }));
        const failed = { code: 'extension-failed', extension, hook: name } as const;
        return refuse(failed, failed);
      }
    }
    return ruling;
  };
  return {
    task: ({ instruction, ...place }) =>
      ask('beforeTask', instruction, z.string().trim().min(1), (hooks, value, signal) =>
        hooks.beforeTask?.({ ...place, instruction: value }, signal),
      ),
    call: ({ input, ...place }) =>
      ask('beforeCall', input, z.json(), (hooks, value, signal) =>
        hooks.beforeCall?.({ ...place, input: value }, signal),
      ),
  };
}

const passing = z.union([z.undefined(), z.null()]);
const refusing = z.strictObject({ refuse: z.string().min(1) });
const maxReason = 2000;
