import type { Json } from '@retinue/server/extension';
import { z } from '@retinue/server/extension';
import type { TaskOutcome } from '../report/combine.ts';
import { readResult } from '../report/result-text.ts';
import { type FinishedCall, textOfValue } from '../turn.ts';

/** Reads the result of a task, as far as possible. */
export function readTaskOutcome({ args, value, failed }: FinishedCall): TaskOutcome {
  const task = taskSchema.safeParse(args).data?.task ?? 'a part';
  const told = outcomeSchema.safeParse(parsedIfText(value)).data;
  if (!told) return { task, result: readResult(textOfValue(value), !failed) };
  return { task, result: readResult(told.result, !failed && told.status === 'success') };
}

const taskSchema = z.object({ task: z.string() });
const outcomeSchema = z.object({ status: z.string(), result: z.string() });

/** An object may come as its JSON text. */
function parsedIfText(value: Json): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
