import { type CallState, findTask, type Item, type MessageItem, type ThreadState } from '@retinue/protocol';
import { type FrameHead, frameObject, frameText } from '../../ports/engine/frames.ts';
import type { Json } from '../../ports/engine/model.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';

/**
 * A message as its thread's model reads it: text of people and the parent unchanged, everything else framed as data.
 */
export function frameMessage(thread: ThreadState, item: MessageItem): string {
  const head = headOfMessage(thread, item);
  return head ? frameText(head, item.text) : item.text.toWellFormed();
}

/** The frame of a message; null for one of a person or the parent. */
export function headOfMessage(thread: ThreadState, item: MessageItem): FrameHead | null {
  if (item.from === 'context') return { source: 'parent_conversation' };
  return item.from === 'task' ? headOfTask(thread, item) : null;
}

/** The result of a delegation, framed; other results and the engine's own texts stay unchanged. */
export function frameResult(call: CallState, value: Json): Json {
  const head = headOfResult(call, value);
  if (!head) return value;
  const fields = value as { [name: string]: Json };
  // Results of earlier releases hold their reason.
  const reason = call.error && !('reason' in fields) ? { reason: reasonForModel(call.error) } : {};
  return frameObject(head, { ...fields, ...reason });
}

/** The frame of a call's result; null for one that is not the result of a delegation. */
export function headOfResult({ tasks }: CallState, value: Json): FrameHead | null {
  const task = tasks.at(-1);
  if (!task || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return 'result' in value || 'reason' in value ? { source: 'sub_agent', agent: task.agentId } : null;
}

/** Whether a prompt with this item holds a frame. */
export function isFramed(item: Item): boolean {
  if (item.type === 'message') return item.from === 'task' || item.from === 'context';
  return item.calls.some(({ tasks }) => tasks.some(({ outcome }) => outcome !== null));
}

/** A task that was taken back since is still named by its id. */
function headOfTask(thread: ThreadState, { taskId }: MessageItem): FrameHead {
  const task = taskId === null ? null : (findTask(thread, taskId)?.task ?? null);
  const source = task?.isBackground ? 'background_task' : 'sub_agent';
  return { source, agent: task?.agentId, task: taskId ?? undefined, status: task?.outcome?.status };
}
