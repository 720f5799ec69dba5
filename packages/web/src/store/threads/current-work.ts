import type { CallState, Draft, ThreadState } from '@retinue/protocol';
import { isCompaction, isUnfinished } from '@retinue/protocol';
import { workCopy } from '../copy.ts';

/** A short text for a thread's current work; null for none. */
export function currentWork(thread: ThreadState, draft: Draft | null): string | null {
  if (!isUnfinished(thread.status)) return null;
  if (thread.openStep && isCompaction(thread.openStep)) return workCopy.summarizing;
  const running = thread.openCalls.find((call) => call.waitsFor === 'tool');
  if (running && !thread.openStep) return toolWork(callOf(thread, running)) ?? workCopy.usingTool;
  const awaited = thread.openTasks.filter(({ isBackground }) => !isBackground).length;
  if (awaited > 0 && !thread.openStep) return workCopy.waitingFor(awaited);
  if (thread.status === 'waiting_for_user') return workCopy.waitingForYou;
  if (thread.openCalls.some(({ waitsFor }) => waitsFor === 'parent')) return workCopy.askingParent;
  if (thread.openStep) return draftWork(draft, thread.openStep);
  return thread.steps === 0 ? workCopy.starting : workCopy.thinking;
}

function draftWork(draft: Draft | null, { step, attempt }: { step: number; attempt: number }): string {
  const last = draft?.step === step && draft.attempt === attempt ? draft.parts.at(-1) : undefined;
  if (!last || last.type === 'reasoning') return workCopy.thinking;
  if (last.type === 'text') return workCopy.writing;
  return last.name === 'newTask' ? workCopy.delegating : last.name === 'taskResult' ? workCopy.reporting : last.name;
}

function callOf(thread: ThreadState, place: { step: number; callId: string }): CallState | null {
  const step = thread.items.findLast((item) => item.type === 'step' && item.step === place.step);
  return step?.type === 'step' ? (step.calls.find(({ callId }) => callId === place.callId) ?? null) : null;
}

/** The tool and its first text argument: `queryDataset electric-cars`. */
function toolWork(call: Pick<CallState, 'name' | 'args'> | null): string | null {
  if (!call?.name) return null;
  const told = tellingArgument(call.args);
  return told ? `${call.name} ${told}` : call.name;
}

export function tellingArgument(args: unknown): string {
  if (typeof args === 'string') return args;
  if (typeof args !== 'object' || args === null) return '';
  const texts = Object.values(args).filter((value) => typeof value === 'string' && value.trim() !== '');
  const first = String(texts[0] ?? '').replaceAll(/\s+/g, ' ');
  return first.length > 90 ? `${first.slice(0, 90)}…` : first;
}
