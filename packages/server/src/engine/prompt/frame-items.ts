import { type CallState, findTask, type Item, type MessageItem, type ThreadState } from '@retinue/protocol';
import { type FrameHead, frameObject, frameText } from '../../ports/engine/frames.ts';
import type { Json } from '../../ports/engine/model.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';

/**
 * A message as its thread's model reads it: text of people and the parent unchanged, everything else framed as data.
 */
export function frameMessage(thread: ThreadState, item: MessageItem): string {
  if (item.from === 'context') return frameText({ source: 'parent_conversation' }, item.text);
  if (item.from === 'task') return frameText(headOf(thread, item), item.text);
  return item.text.toWellFormed();
}

/** The result of a delegation, framed; other results and the engine's own texts stay unchanged. */
export function frameResult({ tasks, error }: CallState, value: Json): Json {
  const task = tasks.at(-1);
  if (!task || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!('result' in value) && !('reason' in value)) return value;
  // Results of earlier releases hold their reason.
  const reason = error && !('reason' in value) ? { reason: reasonForModel(error) } : {};
  return frameObject(
    { source: 'sub_agent', agent: task.agentId },
    { ...(value as { [name: string]: Json }), ...reason },
  );
}

/** Whether a prompt with this item holds a frame. */
export function isFramed(item: Item): boolean {
  if (item.type === 'message') return item.from === 'task' || item.from === 'context';
  return item.calls.some(({ tasks }) => tasks.some(({ outcome }) => outcome !== null));
}

/** A task that was taken back since is still named by its id. */
function headOf(thread: ThreadState, { taskId }: MessageItem): FrameHead {
  const task = taskId === null ? null : (findTask(thread, taskId)?.task ?? null);
  const source = task?.isBackground ? 'background_task' : 'sub_agent';
  return { source, agent: task?.agentId, task: taskId ?? undefined, status: task?.outcome?.status };
}
