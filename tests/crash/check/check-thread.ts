import type { CallId, Effect, EventOf, EventType, LogEvent } from '@retinue/protocol';
import type { Counter, Finding } from './finding.ts';
import { finding } from './finding.ts';

/**
 * One thread's events in their order: numbered without a gap, each possible at its place, and all closed in the end.
 */
export function checkThread(events: readonly LogEvent[]): Finding[] {
  const thread = new ThreadOrder(events[0]?.threadId ?? '');
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) thread.wrong('order', `has seq ${event.seq} where ${index + 1} is due`);
    thread.take(event);
  }
  thread.close();
  return thread.findings;
}

interface OrderedCall {
  effect: Effect;
  attempts: number;
  running: boolean;
  inDoubt: boolean;
  status: string | null;
}

class ThreadOrder {
  readonly findings: Finding[] = [];
  readonly #threadId: string;
  readonly #calls = new Map<CallId, OrderedCall>();
  readonly #endedSteps = new Set<number>();
  #opened: EventOf<'thread.opened'>['data'] | null = null;
  #open: { step: number; attempt: number } | null = null;
  #last: { step: number; attempt: number; cut: boolean } = { step: 0, attempt: 1, cut: false };
  #finished = false;
  #reactivated = false;
  #wrapUps = 0;
  #salvages = 0;
  #inputSeq = 0;
  #seenSeq = 0;
  #summarising = { step: 0, kind: '', seenSeq: 0, endedSeq: 0 };

  constructor(threadId: string) {
    this.#threadId = threadId;
  }

  wrong(counter: Counter, words: string): void {
    this.findings.push(finding(counter, `${this.#threadId} ${words}`));
  }

  take(event: LogEvent): void {
    if (this.#finished && !afterTheEnd.includes(event.type))
      this.wrong('order', `goes on with ${event.type} (seq ${event.seq}) after its end`);
    if ((event.type === 'thread.opened') !== (event.seq === 1))
      this.wrong('order', `has ${event.type} as seq ${event.seq}`);
    const rule = this.#rules[event.type] as ((event: LogEvent) => void) | undefined;
    rule?.(event);
  }

  close(): void {
    if (!this.#finished) this.wrong('unsettled', 'is still active in the end');
    if (this.#open) this.wrong('unsettled', `has its step ${this.#open.step} open in the end`);
    for (const [callId, { status, effect, inDoubt }] of this.#calls) {
      if (status === null) this.wrong('unsettled', `has its call ${callId} open in the end`);
      const expected = ['interrupted', 'cancelled'];
      if (inDoubt && effect === 'unsafe' && status && !expected.includes(status))
        this.wrong('doubt', `has ${callId} in doubt, unsafe, and ended as ${status}`);
      if (status === 'interrupted' && !(inDoubt && effect === 'unsafe'))
        this.wrong('doubt', `has ${callId} (${effect}) interrupted without cause`);
    }
  }

  readonly #rules: { [Type in EventType]?: (event: EventOf<Type>) => void } = {
    'thread.opened': ({ data }) => {
      this.#opened = data;
    },
    'message.received': ({ seq, data }) => {
      if (data.from === 'system' || data.from === 'context' || (data.isNotice && this.#finished)) return;
      if (this.#finished && this.#opened?.parent && !this.#reactivated)
        this.wrong('order', `is a child that had ended, and was set to work again by seq ${seq}`);
      if (this.#finished) this.#wrapUps = 0;
      if (this.#finished) this.#salvages = 0;
      this.#finished = false;
      this.#reactivated = false;
      this.#inputSeq = seq;
    },
    'thread.reactivated': ({ seq }) => {
      if (!this.#finished) this.wrong('order', `is reactivated (seq ${seq}) while it is at work`);
      this.#reactivated = true;
    },
    'step.started': ({ seq, data: { step, attempt, kind, seenSeq } }) => {
      if (this.#open) this.wrong('order', `starts step ${step} with step ${this.#open.step} open`);
      if (this.#endedSteps.has(step)) this.wrong('rerun', `runs its finished step ${step} again, at seq ${seq}`);
      const due = this.#last.cut
        ? { step: this.#last.step, attempt: this.#last.attempt + 1 }
        : { step: this.#last.step + 1, attempt: 1 };
      if (step !== due.step || attempt !== due.attempt)
        this.wrong('order', `starts step ${step}.${attempt} where ${due.step}.${due.attempt} is due`);
      if (kind === 'wrap-up' && attempt === 1) this.#wrapUps += 1;
      if (this.#wrapUps > 1) this.wrong('order', `wraps up ${this.#wrapUps} times in one turn`);
      if (kind === 'salvage') this.#salvages += 1;
      if (this.#salvages > 1) this.wrong('order', `gathers its work ${this.#salvages} times in one turn`);
      this.#open = { step, attempt };
      this.#summarising = { step, kind, seenSeq, endedSeq: 0 };
      if (kind !== 'compaction') this.#seenSeq = seenSeq;
    },
    'thread.compacted': ({ seq, data }) => {
      const { step, kind, endedSeq, seenSeq } = this.#summarising;
      if (kind !== 'compaction' || step !== data.step || endedSeq !== seq - 1)
        this.wrong('order', `is summarised (seq ${seq}) by no step that just ended`);
      if (data.throughSeq > seenSeq) this.wrong('order', `has a summary of what its step ${step} had not seen`);
    },
    'step.ended': ({ seq, data }) => {
      this.#summarising.endedSeq = seq;
      if (this.#endedSteps.has(data.step)) this.wrong('rerun', `ends its step ${data.step} twice`);
      this.#closeStep(data, false);
      this.#endedSteps.add(data.step);
    },
    'step.cut': ({ data }) => this.#closeStep(data, !data.final),
    'call.requested': ({ data }) => {
      if (this.#calls.has(data.callId)) this.wrong('order', `requests ${data.callId} twice`);
      if (!this.#endedSteps.has(data.step))
        this.wrong('order', `requests ${data.callId} before its step ${data.step} has ended`);
      this.#calls.set(data.callId, { effect: data.effect, attempts: 0, running: false, inDoubt: false, status: null });
    },
    'call.started': ({ data }) => {
      const call = this.#callAt(data.callId, 'starts');
      if (call.status || call.running) this.wrong('doubt', `starts ${data.callId} while it runs, or after its end`);
      if (data.attempt !== call.attempts + 1)
        this.wrong('doubt', `starts attempt ${data.attempt} of ${data.callId} after ${call.attempts}`);
      if (call.effect === 'unsafe' && call.attempts > 0)
        this.wrong('unsafe-twice', `starts its unsafe call ${data.callId} again`);
      Object.assign(call, { attempts: data.attempt, running: true });
    },
    'call.ended': ({ data }) => {
      const call = this.#callAt(data.callId, 'ends');
      if (call.status) this.wrong('delivery', `ends ${data.callId} twice: ${call.status}, then ${data.status}`);
      Object.assign(call, { status: data.status, running: false });
    },
    'call.late': ({ data }) => {
      if (!this.#callAt(data.callId, 'hears late of').status)
        this.wrong('order', `hears late of ${data.callId}, which has not ended`);
    },
    'thread.recovered': ({ data }) => {
      const running = [...this.#calls].filter(([, call]) => call.running).map(([callId]) => callId);
      if (running.sort().join() !== [...data.inDoubt].sort().join())
        this.wrong('doubt', `has ${running.join()} in doubt and names ${data.inDoubt.join()}`);
      for (const callId of running) Object.assign(this.#callAt(callId, 'recovers'), { running: false, inDoubt: true });
    },
    'thread.ended': ({ data }) => {
      if (this.#open) this.wrong('order', 'ends with a step open');
      if (data.status === 'completed' && this.#inputSeq > this.#seenSeq)
        this.wrong('order', 'ends without having seen what came in');
      this.#finished = true;
    },
    'thread.rewound': ({ seq, data }) => {
      if (this.#open) this.wrong('order', `rewinds (seq ${seq}) with its step ${this.#open.step} open`);
      if (!this.#finished) this.wrong('order', `rewinds (seq ${seq}) while it is at work`);
      if (!data.isAsked) return;
      this.#wrapUps = 0;
      this.#salvages = 0;
      this.#finished = false;
      this.#inputSeq = seq;
    },
    'thread.cancelled': () => {
      this.#finished = true;
    },
  };

  #closeStep({ step, attempt }: { step: number; attempt: number }, cut: boolean): void {
    if (this.#open?.step !== step || this.#open.attempt !== attempt)
      this.wrong('order', `closes step ${step}.${attempt}, which is not open`);
    this.#open = null;
    this.#last = { step, attempt, cut };
  }

  #callAt(callId: CallId, does: string): OrderedCall {
    const known = this.#calls.get(callId);
    if (known) return known;
    this.wrong('order', `${does} ${callId}, which nobody requested`);
    return { effect: 'unsafe', attempts: 0, running: false, inDoubt: false, status: null };
  }
}

/**
 * Events that may still follow a thread's end: late notices, a retry of one of its tasks, new input, and a person's
 * actions.
 */
const afterTheEnd: EventType[] = [
  'call.late',
  'usage.recorded',
  'task.opened',
  'task.ended',
  'task.backgrounded',
  'message.received',
  'thread.reactivated',
  'agent.changed',
  'chat.read',
  'chat.renamed',
  'chat.pinned',
  'chat.hidden',
  'chat.restored',
  'thread.rewound',
  'chat.stopped',
  'chat.resumed',
];
