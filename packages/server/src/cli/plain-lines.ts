import type { Event, EventOf, TaskState, ThreadState, TreeState } from '@retinue/protocol';
import { findCall, retryMessage, retryWait, scopeToTask } from '@retinue/protocol';
import { count, duration } from '../projections/figures.ts';
import { taskWords } from '../projections/task-words.ts';
import { cut, oneLine } from '../projections/text.ts';
import { exactJson } from './exact-json.ts';

/** What an event means to somebody who reads a file or a pipe: one line, or nothing. */
export function plainLine(tree: TreeState, event: Event): string | null {
  const thread = tree.threads[event.threadId];
  if (!thread) return null;
  const indent = '  '.repeat(thread.depth);
  switch (event.type) {
    case 'thread.opened':
      return thread.parent ? null : `${thread.agent.name}: ${oneLine(thread.title)} (${thread.threadId})`;
    case 'task.opened':
      return `${indent}  → ${nameOf(tree, event.data)}: ${oneLine(event.data.title)}${attemptWords(event.data)}`;
    case 'task.ended':
      return `${indent}  ${endedLine(tree, thread, event)}`;
    case 'question.asked': {
      const { step, callId, kind, text, options, questionId } = event.data;
      const choices = options.length > 0 ? ` [${oneLine(options.join(' | '))}]` : '';
      const args = kind === 'approval' ? ` ${shortArgs(findCall(thread, step, callId)?.args)}` : '';
      return `${indent}? ${whoAsks(thread)} asks: ${oneLine(text)}${args}${choices} (${questionId})`;
    }
    case 'question.answered':
      return `${indent}! ${whoAsks(thread)} got the answer: ${oneLine(event.data.answer)}`;
    case 'question.renewed':
      return `${indent}? ${whoAsks(thread)} asks again (${event.data.questionId})`;
    case 'step.cut': {
      const wait = retryWait(thread, event.at);
      return wait && `${indent}… ${whoAsks(thread)}: ${oneLine(retryMessage(wait))}`;
    }
    case 'thread.compacted':
      return `${indent}… ${oneLine(thread.agent.name)} goes on with a summary of what came before`;
    default:
      return null;
  }
}

/** In a line; the inbox has them in full. */
export function shortArgs(args: unknown): string {
  return cut(exactJson(args ?? null), 200);
}

function endedLine(tree: TreeState, thread: ThreadState, { at, data }: EventOf<'task.ended'>): string {
  const task = findCall(thread, data.step, data.callId)?.tasks.find(({ taskId }) => taskId === data.taskId);
  if (!task) return `${data.taskId}: ${data.status}`;
  const worker = tree.threads[task.childThreadId];
  const child = worker && scopeToTask(worker, task.taskId);
  const calls = child?.items.reduce((sum, item) => sum + (item.type === 'step' ? item.calls.length : 0), 0) ?? 0;
  const reason = data.reason ? `: ${oneLine(data.reason)}` : '';
  const figures = `${count(calls, 'call')}, ${duration(at - task.openedAt)}`;
  return `${marks[data.status]} ${nameOf(tree, task)}: ${oneLine(task.title)}${attemptWords(task)} — ${data.status}${reason} (${figures})`;
}

function nameOf(tree: TreeState, { childThreadId, agentId }: Pick<TaskState, 'childThreadId' | 'agentId'>): string {
  return oneLine(tree.threads[childThreadId]?.agent.name ?? agentId);
}

function attemptWords(task: Parameters<typeof taskWords>[0]): string {
  const words = taskWords(task);
  return words ? ` (${words})` : '';
}

/** Several of one kind may ask at once; the task tells them apart. */
export function whoAsks({ agent, parent, title }: ThreadState): string {
  return parent ? `${oneLine(agent.name)} (${oneLine(title)})` : oneLine(agent.name);
}

const marks = { success: '✓', failed: '✗', cancelled: '■' } as const;
