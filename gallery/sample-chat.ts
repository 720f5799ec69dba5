import {
  type AgentSnapshot,
  type CallId,
  childThreadIdOf,
  createIdMaker,
  defaultLimits,
  type Fact,
  type FactFields,
  foldTree,
  type LogEvent,
  localWorkspaceId,
  noUsage,
  type Part,
  type QuestionId,
  questionIdOf,
  type Reason,
  type TaskId,
  type ThreadId,
  type TreeState,
  taskIdOf,
} from '@retinue/protocol';

const ids = createIdMaker(Date.now, Math.random);

export interface SampleThread extends Pick<FactFields<'thread.opened'>, 'agent' | 'depth' | 'path' | 'parent'> {
  threadId: ThreadId;
  steps: number;
}
export interface CallPlace {
  callId: CallId;
  step: number;
}
type Call = Pick<FactFields<'call.requested'>, 'name' | 'args'>;
type StepPart = Exclude<Part, { type: 'call' }> | (Call & { type?: never });
type Ending = { status: 'success'; result: string } | { status: 'failed' | 'cancelled'; reason: Reason };

/** A chat whose events are written as the engine writes them, so that its state is a fold of them. */
export class SampleChat {
  readonly events: LogEvent[] = [];
  readonly root: SampleThread;
  readonly title: string;
  readonly #seqs = new Map<ThreadId, number>();
  #at = Date.now() - 60_000;

  constructor(agent: AgentSnapshot, title: string, message = title) {
    const path = [agent.agentId];
    this.root = { threadId: ids.thread(), agent, depth: 0, path, parent: null, steps: 0 };
    this.title = title;
    this.#open(this.root, title, {});
    this.hear(this.root, { from: 'person', text: message });
  }

  get chatId(): ThreadId {
    return this.root.threadId;
  }

  /** In the order in which they were asked. */
  get questionIds(): QuestionId[] {
    return this.events.flatMap((event) => (event.type === 'question.asked' ? event.data.questionId : []));
  }

  get tree(): TreeState {
    const tree = foldTree(null, this.events);
    if (!tree) throw new Error('A sample chat has at least one event.');
    return tree;
  }

  add({ threadId }: Pick<SampleThread, 'threadId'>, fact: Fact, passedMs = 400): void {
    const seq = (this.#seqs.get(threadId) ?? 0) + 1;
    this.#seqs.set(threadId, seq);
    this.#at += passedMs;
    const place = {
      position: this.events.length + 1,
      workspaceId: localWorkspaceId,
      rootId: this.chatId,
      threadId,
      seq,
    };
    this.events.push({ ...place, at: this.#at, actor: 'person:owner', commandId: null, ...fact });
  }

  hear(
    thread: SampleThread,
    message: Pick<FactFields<'message.received'>, 'from' | 'text'> & { taskId?: TaskId; isNotice?: true },
  ): void {
    this.add(thread, { type: 'message.received', data: { messageId: ids.message(), taskId: null, ...message } });
  }

  startStep(thread: SampleThread, kind: FactFields<'step.started'>['kind'] = 'answer', attempt = 1): void {
    if (attempt === 1) thread.steps += 1;
    const seenSeq = this.#seqs.get(thread.threadId) ?? 1;
    const place = { step: thread.steps, attempt, kind, seenSeq, agentVersion: 1, reservation: { tokens: 0 } };
    this.add(thread, { type: 'step.started', data: place });
  }

  /** Returns the place of each call. */
  step(thread: SampleThread, content: StepPart[], kind?: FactFields<'step.started'>['kind']): CallPlace[] {
    this.startStep(thread, kind);
    const { steps: step } = thread;
    const calls: (Call & CallPlace)[] = [];
    const parts = content.map((part): Part => {
      if (part.type) return part;
      const callId = ids.call();
      calls.push({ ...part, callId, step });
      return { type: 'call', callId };
    });
    const usage = { ...noUsage, inputTokens: 4200, outputTokens: 640, cachedTokens: 1000, costMicros: 21_000 };
    this.add(thread, { type: 'step.ended', data: { step, attempt: 1, parts, usage, finishReason: 'stop' } }, 1400);
    for (const call of calls) {
      const links = { taskId: call.name === 'newTask' ? taskIdOf(call.callId, 1) : null, subAgentThreadId: null };
      this.add(thread, { type: 'call.requested', data: { ...call, effect: 'read', ...links } }, 0);
    }
    return calls.map(({ callId }) => ({ callId, step }));
  }

  cutStep(thread: SampleThread, message: Reason, retryAfterMs: number | null): void {
    const retryAt = retryAfterMs === null ? null : this.#at + retryAfterMs;
    const cut = {
      step: thread.steps,
      attempt: 1,
      message,
      parts: [],
      usage: noUsage,
      final: retryAt === null,
      retryAt,
    };
    this.add(thread, { type: 'step.cut', data: { ...cut, reason: 'provider-error' } });
  }

  runCall(thread: SampleThread, place: CallPlace): void {
    this.add(thread, { type: 'call.started', data: { ...place, attempt: 1 } });
  }

  endCall(
    thread: SampleThread,
    place: CallPlace,
    ending: Partial<FactFields<'call.ended'>> & { value?: Call['args'] },
  ): void {
    const { value, ...rest } = ending;
    const output = value === undefined ? null : { value, bytes: JSON.stringify(value).length, blob: null };
    this.add(thread, { type: 'call.ended', data: { ...place, status: 'done', error: null, output, ...rest } }, 1200);
  }

  ask(
    thread: SampleThread,
    place: CallPlace,
    question: Omit<FactFields<'question.asked'>, 'callId' | 'step' | 'questionId'>,
  ): void {
    this.add(thread, {
      type: 'question.asked',
      data: { ...place, questionId: questionIdOf(place.callId), ...question },
    });
  }

  answer(
    thread: SampleThread,
    place: CallPlace,
    answer: Pick<FactFields<'question.answered'>, 'answer' | 'verdict'>,
  ): void {
    this.add(thread, {
      type: 'question.answered',
      data: { ...place, questionId: questionIdOf(place.callId), ...answer },
    });
    if (answer.verdict !== 'approved') this.endCall(thread, place, { value: answer.answer });
  }

  /** Opens a task in a thread of its own. */
  delegate(
    above: SampleThread,
    place: CallPlace,
    agent: AgentSnapshot,
    title: string,
    fields: Partial<FactFields<'task.opened'>> = {},
  ): SampleThread {
    const taskId = fields.taskId ?? taskIdOf(place.callId, fields.attempt ?? 1);
    const threadId = childThreadIdOf(taskId);
    const terms = { attempt: 1, retryOf: null, turn: 1, ...fields };
    const task = {
      ...place,
      taskId,
      childThreadId: threadId,
      agentId: agent.agentId,
      instruction: `${title}.`,
      title,
      ...terms,
    };
    this.add(above, { type: 'task.opened', data: task });
    const parent = { threadId: above.threadId, ...place, taskId };
    const child = { threadId, agent, depth: above.depth + 1, path: [...above.path, agent.agentId], parent, steps: 0 };
    this.#open(child, title, fields.grant ? { grant: fields.grant } : {});
    this.hear(child, { from: 'parent', text: `${title}.`, taskId });
    return child;
  }

  /** Ends a child, its task, and the call that waits for it. */
  endTask(above: SampleThread, child: SampleThread, ending: Ending): void {
    const { status } = ending;
    const result = 'result' in ending ? ending.result : '';
    const reason = 'reason' in ending ? ending.reason : null;
    if (!child.parent) return;
    const { threadId: _above, ...place } = child.parent;
    if (status === 'cancelled' && reason) this.add(child, { type: 'thread.cancelled', data: { reason } });
    else this.end(child, status === 'success' ? 'completed' : 'failed', result, reason);
    const { taskId, ...call } = place;
    this.add(above, { type: 'task.ended', data: { ...place, status, result, reason, usage: noUsage } });
    this.endCall(above, call, { status: status === 'success' ? 'done' : status, value: result, error: reason });
  }

  end(thread: SampleThread, status: 'completed' | 'failed', result: string, reason: Reason | null = null): void {
    this.add(thread, { type: 'thread.ended', data: { status, result, reason } });
  }

  #open(
    { threadId, steps: _steps, ...place }: SampleThread,
    title: string,
    terms: Partial<FactFields<'thread.opened'>>,
  ): void {
    const data = { rootId: this.chatId, ...place, limits: defaultLimits, title, turn: 1, ...terms };
    this.add({ threadId }, { type: 'thread.opened', data });
  }
}
