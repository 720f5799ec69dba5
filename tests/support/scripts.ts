import type { TaskNode, ThreadNode } from '@retinue/protocol';
import { z } from 'zod';
import type { Script } from '../../packages/server/src/models/script.ts';
import { resultsOf } from '../../packages/server/src/models/script.ts';
import type { CallLine, Line } from '../../packages/server/src/models/script-lines.ts';
import { call, say, together } from '../../packages/server/src/models/script-lines.ts';
import type { Json } from '../../packages/server/src/ports/model.ts';
import type { Tool } from '../../packages/server/src/ports/tool.ts';

/** Sends these tasks in its first step, and answers from what came back. */
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

export function newTask(agent: string, task: string): CallLine {
  return call('newTask', { task, subAgentId: `agt_${agent}` });
}

export function succeed(result: string): Line {
  return call('taskResult', { result, status: 'success' });
}

/** What a call's result says, whether it is a task's or a plain one. */
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

/** A tool for tests: what it does is given, what it declares has defaults. */
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
