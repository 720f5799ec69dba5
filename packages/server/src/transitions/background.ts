import type { CallId, Fact, TaskId } from '@retinue/protocol';

/** The result of a call whose task continues in the background. */
export function answerAtOnce(callId: CallId, step: number, taskId: TaskId): Fact {
  const value = { taskId, status: 'running' };
  const output = { value, bytes: Buffer.byteLength(JSON.stringify(value)), blob: null };
  return { type: 'call.ended', data: { callId, step, status: 'done', output, error: null } };
}
