import type { CallState, Item, MessageItem, ThreadState } from '@retinue/protocol';
import { findTask } from '@retinue/protocol';
import type { FrameHead } from '../../ports/frames.ts';
import { frameObject, frameText } from '../../ports/frames.ts';
import type { Json } from '../../ports/model.ts';

/** A message as its thread's model reads it: what people and the parent say as it is, everything else framed as data. */
export function frameMessage(thread: ThreadState, item: MessageItem): string {
  if (item.from === 'context') return frameText({ source: 'parent_conversation' }, item.text);
  if (item.from === 'task') return frameText(headOf(thread, item), item.text);
  return item.text.toWellFormed();
}

/** The result of a delegation; other results, and what the engine itself says, stay as they are. */
export function frameResult({ tasks }: CallState, value: Json): Json {
  const task = tasks.at(-1);
  if (!task || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!('result' in value) && !('reason' in value)) return value;
  return frameObject({ source: 'sub_agent', agent: task.agentId }, value as { [name: string]: Json });
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
