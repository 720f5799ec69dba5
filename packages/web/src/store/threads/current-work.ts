import type { CallState, Draft, ThreadState } from '@retinue/protocol';
import { isCompaction, isUnfinished } from '@retinue/protocol';

/** What a thread is doing at this moment, in a few words; null when it does nothing. */
export function currentWork(thread: ThreadState, draft: Draft | null): string | null {
  if (!isUnfinished(thread.status)) return null;
  if (thread.openStep && isCompaction(thread.openStep)) return 'summarising what came before';
  const running = thread.openCalls.find((call) => call.waitsFor === 'tool');
  if (running && !thread.openStep) return toolWords(callOf(thread, running)) ?? 'using a tool';
  const awaited = thread.openTasks.filter(({ isBackground }) => !isBackground).length;
  if (awaited > 0 && !thread.openStep) return awaited === 1 ? 'waiting for 1 agent' : `waiting for ${awaited} agents`;
  if (thread.status === 'waiting_for_user') return 'asks you';
  if (thread.openCalls.some(({ waitsFor }) => waitsFor === 'parent')) return 'asking its parent';
  if (thread.openStep) return draftWords(draft, thread.openStep);
  return thread.steps === 0 ? 'about to begin' : 'thinking';
}

function draftWords(draft: Draft | null, { step, attempt }: { step: number; attempt: number }): string {
  const last = draft?.step === step && draft.attempt === attempt ? draft.parts.at(-1) : undefined;
  if (!last || last.type === 'reasoning') return 'thinking';
  if (last.type === 'text') return 'writing';
  return last.name === 'newTask' ? 'preparing to delegate' : last.name === 'taskResult' ? 'reporting' : last.name;
}

function callOf(thread: ThreadState, place: { step: number; callId: string }): CallState | null {
  const step = thread.items.findLast((item) => item.type === 'step' && item.step === place.step);
  return step?.type === 'step' ? (step.calls.find(({ callId }) => callId === place.callId) ?? null) : null;
}

/** The tool and the most telling of its arguments: `queryDataset electric-cars`. */
function toolWords(call: Pick<CallState, 'name' | 'args'> | null): string | null {
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
