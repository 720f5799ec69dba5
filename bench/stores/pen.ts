import type { CallId, Fact, FactFields, IdMaker, ThreadId } from '@retinue/protocol';
import { noUsage } from '@retinue/protocol';
import type { Entry } from '../../packages/server/src/ports/log/event-log.ts';

/** Writes the facts of one thread as the engine would, and counts them. */
export class Pen {
  readonly threadId: ThreadId;
  readonly #ids: IdMaker;
  #seq: number;
  #steps = 0;

  constructor(threadId: ThreadId, ids: IdMaker, seq = 0) {
    this.threadId = threadId;
    this.#ids = ids;
    this.#seq = seq;
  }

  get step(): number {
    return this.#steps;
  }

  entry(facts: readonly Fact[], guard: Entry['guard'] = 'exists'): Entry {
    this.#seq += facts.length;
    return { threadId: this.threadId, guard, facts };
  }

  message(text: string): Entry {
    const said = { messageId: this.#ids.message(), from: 'person', text, taskId: null } as const;
    return this.entry([{ type: 'message.received', data: said }]);
  }

  startStep(): Entry {
    this.#steps += 1;
    const place = { step: this.#steps, attempt: 1, kind: 'answer', seenSeq: this.#seq } as const;
    return this.entry([
      { type: 'step.started', data: { ...place, agentVersion: 1, reservation: { tokens: 400 + this.#steps * 90 } } },
    ]);
  }

  endStep(text: string, callIds: readonly CallId[], also: readonly Fact[]): Entry {
    const parts: FactFields<'step.ended'>['parts'] = [
      { type: 'text', text },
      ...callIds.map((callId) => ({ type: 'call' as const, callId })),
    ];
    const finishReason = callIds.length > 0 ? 'calls' : 'stop';
    const place = { step: this.#steps, attempt: 1 };
    return this.entry([{ type: 'step.ended', data: { ...place, parts, usage: stepUsage, finishReason } }, ...also]);
  }

  requestCall(callId: CallId, name: string, args: FactFields<'call.requested'>['args']): Fact {
    const links = { taskId: null, subAgentThreadId: null };
    return { type: 'call.requested', data: { callId, step: this.#steps, name, args, effect: 'read', ...links } };
  }

  startCall(callId: CallId): Entry {
    return this.entry([{ type: 'call.started', data: { callId, step: this.#steps, attempt: 1 } }]);
  }

  endCall(callId: CallId, value: FactFields<'call.requested'>['args']): Entry {
    return this.entry([endedCall(callId, this.#steps, value)]);
  }

  endThread(result: string): Fact {
    return { type: 'thread.ended', data: { status: 'completed', result, reason: null } };
  }
}

export function endedCall(callId: CallId, step: number, value: FactFields<'call.requested'>['args']): Fact {
  const output = { value, bytes: JSON.stringify(value).length, blob: null };
  return { type: 'call.ended', data: { callId, step, status: 'done', output, error: null } };
}

export const stepUsage = { ...noUsage, inputTokens: 400, outputTokens: 20 };
