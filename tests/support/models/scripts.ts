import type { TaskNode, ThreadNode } from '@retinue/protocol';
import { z } from 'zod';
import type { Json, ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
import type { Script } from '../scripted/script.ts';
import { resultsOf } from '../scripted/script.ts';
import type { CallLine, Line } from '../scripted/script-lines.ts';
import { call, say, together } from '../scripted/script-lines.ts';

/** Delegates these tasks in its first step, and answers from their results. */
export function delegating(...tasks: [agent: string, instruction: string][]): Script {
  return (request) =>
    resultsOf(request).length === 0
      ? [together(...tasks.map(([agent, task]) => newTask(agent, task)))]
      : [
          say(
            `Heard: ${resultsOf(request)
              .map((result) => told(result.value))
              .join(' | ')}`,
          ),
        ];
}

export function newTask(agent: string, task: string, terms: Record<string, Json> = {}): CallLine {
  return call('newTask', { task, subAgentId: `agt_${agent}`, ...terms });
}

/** Reactivates the sub-agent of an ended task. */
export function goOn(taskId: string, task: string, terms: Record<string, Json> = {}): CallLine {
  return call('newTask', { task, taskId, ...terms });
}

/** The task in the reply to the call at this place, counted over the whole thread. */
export function taskIn(request: ModelRequest, place = 0): string {
  const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  const { taskId } = (results[place]?.value ?? {}) as { taskId?: string };
  return taskId ?? 'task_unknown';
}

export function succeed(result: string): Line {
  return call('taskResult', { result, status: 'success' });
}

/** A call's result as text, for a task or a plain call. */
export function told(value: Json): string {
  if (typeof value === 'string') return value;
  const { status, result, reason } = (value ?? {}) as { status?: string; result?: string; reason?: string };
  return status === undefined ? JSON.stringify(value) : [status, result, reason].filter((part) => part).join(': ');
}

export function firstTask(node: ThreadNode): TaskNode {
  const task = node.tasks[0];
  if (!task) throw new Error('there is no task');
  return task;
}

/** A tool for tests: its behavior is given, its declaration has defaults. */
export function toolFor(
  name: string,
  run: (args: Record<string, Json>, context: Parameters<Tool['run']>[1]) => Promise<Json>,
  options: Partial<Pick<Tool, 'effect' | 'reach' | 'timeoutMs' | 'outputBytes'>> = {},
): Tool {
  return {
    name,
    description: `Does ${name}`,
    input: z.record(z.string(), z.json()),
    effect: 'unsafe',
    reach: 'internal',
    timeoutMs: 10_000,
    outputBytes: 32_768,
    ...options,
    run: run as Tool['run'],
  };
}
