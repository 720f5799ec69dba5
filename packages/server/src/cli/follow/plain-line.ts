import type { EventOf, LogEvent, TaskState, ThreadState, TreeState } from '@retinue/protocol';
import { findCall, reasonText, retryMessage, retryWait, scopeToTask } from '@retinue/protocol';
import { count, duration, taskNote } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { statusLabels } from '../output/copy.ts';
import { exactJson } from '../output/exact-json.ts';
import { cut } from '../output/width.ts';

/** An event as one line for a file or a pipe; null where it needs none. */
export function plainLine(tree: TreeState, event: LogEvent): string | null {
  const thread = tree.threads[event.threadId];
  if (!thread) return null;
  const indent = '  '.repeat(thread.depth);
  switch (event.type) {
    case 'thread.opened':
      return thread.parent ? null : `${oneLine(thread.agent.name)}: ${oneLine(thread.title)} (${thread.threadId})`;
    case 'task.opened':
      return `${indent}  → ${taskName(tree, event.data)}`;
    case 'task.ended':
      return `${indent}  ${endedLine(tree, thread, event)}`;
    case 'question.asked': {
      const { step, callId, kind, text, options, questionId } = event.data;
      const choices = options.length > 0 ? ` [${oneLine(options.join(' | '))}]` : '';
      const args = kind === 'approval' ? ` ${shortArgs(findCall(thread, step, callId)?.args)}` : '';
      return `${indent}? ${askerName(thread)} asks: ${oneLine(text)}${args}${choices} (${questionId})`;
    }
    case 'question.answered':
      return `${indent}! ${askerName(thread)} got the answer: ${oneLine(event.data.answer)}`;
    case 'question.renewed':
      return `${indent}? ${askerName(thread)} asks again (${event.data.questionId})`;
    case 'step.cut': {
      const wait = retryWait(thread, event.at);
      return wait && `${indent}… ${askerName(thread)}: ${oneLine(retryMessage(wait))}`;
    }
    case 'thread.compacted':
      return `${indent}… ${oneLine(thread.agent.name)} continues with a summary of the earlier messages`;
    default:
      return null;
  }
}

/** In a line; `inbox` shows them in full. */
export function shortArgs(args: unknown): string {
  return cut(exactJson(args ?? null), 200);
}

function endedLine(tree: TreeState, thread: ThreadState, { at, data }: EventOf<'task.ended'>): string {
  const task = findCall(thread, data.step, data.callId)?.tasks.find(({ taskId }) => taskId === data.taskId);
  if (!task) return `${data.taskId}: ${statusLabels[data.status]}`;
  const child = tree.threads[task.childThreadId];
  const items = child ? scopeToTask(child, task.taskId).items : [];
  const calls = items.reduce((sum, item) => sum + (item.type === 'step' ? item.calls.length : 0), 0);
  const reason = data.reason && data.reason.code !== 'canceled' ? `: ${oneLine(reasonText(data.reason))}` : '';
  const figures = `${count(calls, 'call')}, ${duration(at - task.openedAt)}`;
  return `${marks[data.status]} ${taskName(tree, task)} — ${statusLabels[data.status]}${reason} (${figures})`;
}

type NamedTask = Pick<TaskState, 'childThreadId' | 'agentId' | 'title'> & Parameters<typeof taskNote>[0];

function taskName({ threads }: TreeState, task: NamedTask): string {
  const note = taskNote(task);
  const name = threads[task.childThreadId]?.agent.name ?? task.agentId;
  return `${oneLine(name)}: ${oneLine(task.title)}${note ? ` (${note})` : ''}`;
}

/** Several agents with one name may ask at once; the task tells them apart. */
export function askerName({ agent, parent, title }: ThreadState): string {
  return parent ? `${oneLine(agent.name)} (${oneLine(title)})` : oneLine(agent.name);
}

const marks = { success: '✓', failed: '✗', cancelled: '■' } as const;
