import { z } from 'zod';
import { newTaskInput } from '../delegation/new-task-input.ts';

/** Calls that the engine answers itself: they affect threads and tasks, not the outside world. */
export const controlInputs = {
  newTask: newTaskInput,
  taskResult: z.strictObject({
    result: z.string().describe('The complete result of the task'),
    status: z.enum(['success', 'error']).describe('Whether the task could be done'),
  }),
  askUser: z.strictObject({
    question: z.string().trim().min(1).describe('What you need to know, in one question'),
    options: z.array(z.string()).max(10).optional().describe('Answers to choose from, if there are any'),
  }),
} as const;

/** A result with a schema may be any JSON here; the contract checks it. */
export const contractedResult = controlInputs.taskResult.extend({ result: z.json() });

export type ControlName = keyof typeof controlInputs;

export function isControlName(name: string): name is ControlName {
  return Object.hasOwn(controlInputs, name);
}
