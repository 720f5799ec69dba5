import type { EventOf, LogEvent, QuestionId, TaskId, ThreadId } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import type { PersonRequest, SubjectLine } from './subject/lines.ts';
import type { Plan, PlanNode } from './subject/plan.ts';
import { allNodes, limitedAgent } from './subject/plan.ts';
import { instructionFor, lateText, limitText, noticeText, readInstruction, visitText } from './subject/script.ts';

/** One request and its outcome: `unknown` until a reply came. */
export interface Attempt {
  request: PersonRequest;
  outcome: 'unknown' | 'ok' | 'refused';
  reply: Record<string, unknown> | null;
}

/**
 * The person who opens the chat, answers, stops and retries. Decides from the events that it has seen, so that it can
 * continue after any kill; repeats requests without a reply, under the same key.
 */
export class Person {
  readonly history: Attempt[] = [];
  readonly #nodes: ReadonlyMap<string, PlanNode>;
  readonly #requests = new Map<string, PersonRequest>();
  readonly #settled = new Set<string>();
  readonly #sent = new Map<string, Attempt>();
  /** Number of restarts that each question must still survive. */
  readonly #delays = new Map<string, number>();
  #asideId: ThreadId | null = null;
  #noticeId: ThreadId | null = null;
  /** Answers that wait for the end of a chat's turn, or for a task to be put into the background. */
  readonly #held = new Map<string, PersonRequest>();
  readonly #released = new Set<string>();
  readonly #whenAsideEnds: PersonRequest[] = [];
  readonly #tasks = new Map<ThreadId, { taskId: TaskId; node: PlanNode; again: boolean; parent: ThreadId }>();

  constructor(plan: Plan) {
    this.#nodes = new Map(allNodes(plan.children).map((node) => [node.path, node]));
    this.#want({
      key: 'open',
      name: 'openChat',
      command: { agentId: agentIdOf('boss'), text: `Play tree ${plan.seed}.` },
    });
  }

  see(event: LogEvent): void {
    if (event.type === 'task.opened') this.#noteTask(event.threadId, event.data);
    if (event.type === 'task.ended' && event.data.status === 'failed') this.#retry(event.data.taskId, 'failing');
    if (event.type === 'task.ended') this.#visit(event.data.taskId);
    if (event.type === 'task.backgrounded') this.#release(event.data.taskId);
    if (event.type === 'step.started') this.#seeStep(event.threadId, event.data.step);
    if (event.type === 'call.started') this.#stop(event.threadId);
    if (event.type === 'message.received' && event.data.text === asideWords) this.#asideId = event.threadId;
    if (event.threadId === this.#asideId) this.#seeAside(event.threadId, event);
    if (event.type === 'message.received' && event.data.text === noticeText) this.#noticeId = event.threadId;
    if (event.threadId === this.#noticeId) this.#seeNotice(event.threadId, event);
    if (event.type === 'question.asked') this.#seeQuestion(event);
    if (event.type === 'question.passed') this.#answer(event);
    if (event.type === 'question.renewed') this.#decide(event.data.questionId, 'refused');
  }

  /** A question that its parent is asked first is left to the parent, until it is passed on. */
  #seeQuestion(event: EventOf<'question.asked'>): void {
    const { questionId, kind, audience, lapsesAfterMs } = event.data;
    if (audience === 'parent') return;
    if (lapsesAfterMs !== undefined)
      this.#want({ key: `renew ${questionId}`, name: 'renewApproval', command: { questionId } });
    else if (kind === 'answer') this.#answer(event);
    else this.#decide(questionId, this.#tasks.get(event.threadId)?.node.kind === 'refused' ? 'refused' : 'approved');
  }

  #decide(questionId: QuestionId, verdict: 'approved' | 'refused'): void {
    const key = `verdict ${questionId}`;
    this.#delays.set(key, restartsBeforeAnswer);
    this.#want({ key, name: 'answerApproval', command: { questionId, verdict, reason: '' } });
  }

  /** The requests to send now. A patient person lets a question survive some restarts before it answers. */
  next(patient: boolean): PersonRequest[] {
    const requests = [...this.#requests.values()].filter(({ key }) => {
      return !this.#settled.has(key) && !this.#sent.has(key) && !(patient && (this.#delays.get(key) ?? 0) > 0);
    });
    for (const request of requests) {
      const attempt: Attempt = { request, outcome: 'unknown', reply: null };
      this.history.push(attempt);
      this.#sent.set(request.key, attempt);
    }
    return requests;
  }

  hear(line: Extract<SubjectLine, { type: 'ok' | 'refused' }>): void {
    const attempt = this.#sent.get(line.key);
    if (attempt) attempt.outcome = line.type;
    if (attempt && line.type === 'ok') attempt.reply = line.reply;
    this.#sent.delete(line.key);
    this.#settled.add(line.key);
  }

  /** The process is gone: the outcome of its pending requests is unknown, and they will be repeated. */
  hangUp(): void {
    this.#sent.clear();
    for (const [key, restarts] of this.#delays) this.#delays.set(key, restarts - 1);
  }

  get content(): boolean {
    return [...this.#requests.keys()].every((key) => this.#settled.has(key));
  }

  #want(request: PersonRequest): void {
    if (!this.#requests.has(request.key)) this.#requests.set(request.key, request);
  }

  /** Some answers wait for another event, for an unknown time, and the asking task must still be running. */
  #answer({ rootId, threadId, data: { questionId } }: EventOf<'question.asked' | 'question.passed'>): void {
    const key = `answer ${questionId}`;
    this.#delays.set(key, restartsBeforeAnswer);
    const command = { questionId, answer: `Forty-two for ${questionId}.` };
    const task = this.#tasks.get(threadId);
    const until = rootId === this.#noticeId ? rootId : task?.node.kind === 'promoted' ? task.taskId : null;
    const request: PersonRequest = { key, name: 'answerQuestion', command };
    if (until === null || this.#released.has(until)) this.#want(request);
    else this.#held.set(until, request);
  }

  #release(until: string): void {
    this.#released.add(until);
    const request = this.#held.get(until);
    if (request) this.#want(request);
  }

  /** A chat that has ended its turn when its one task ends: the notice is unread until a person has read it. */
  #seeNotice(threadId: ThreadId, { type, data }: LogEvent): void {
    if (type === 'thread.ended') this.#release(threadId);
    if (type === 'message.received' && data.isNotice)
      this.#want({ key: 'read', name: 'markRead', command: { threadId } });
  }

  /** Reactivates a child with another request. */
  #visit(taskId: TaskId): void {
    const found = [...this.#tasks].find(([, task]) => task.taskId === taskId);
    if (found?.[1].node.kind !== 'visited') return;
    const text = visitText(found[1].node.path);
    this.#want({ key: `visit ${taskId}`, name: 'sendMessage', command: { threadId: found[0], text } });
  }

  #noteTask(
    parent: ThreadId,
    { taskId, childThreadId, instruction }: { taskId: TaskId; childThreadId: ThreadId; instruction: string },
  ): void {
    const { path, again } = readInstruction(instruction);
    const node = this.#nodes.get(path);
    this.#want({ key: 'aside', name: 'openChat', command: { agentId: agentIdOf('worker'), text: asideWords } });
    this.#want({ key: 'limit', name: 'openChat', command: { agentId: agentIdOf(limitedAgent), text: limitText } });
    this.#want({ key: 'notice', name: 'openChat', command: { agentId: agentIdOf('lead'), text: noticeText } });
    this.#want({ key: 'late', name: 'openChat', command: { agentId: agentIdOf('worker'), text: lateText } });
    if (node) this.#tasks.set(childThreadId, { taskId, node, again, parent });
  }

  #seeStep(threadId: ThreadId, step: number): void {
    const task = this.#tasks.get(threadId);
    const text = 'Also mind this.';
    if (task?.node.kind === 'promoted')
      this.#want({ key: `put ${task.taskId}`, name: 'backgroundTask', command: { taskId: task.taskId } });
    if (task) this.#retry(task.taskId, 'stuck');
    else if (step === 1 && threadId !== this.#asideId && threadId !== this.#noticeId)
      this.#want({ key: 'steer', name: 'sendMessage', command: { threadId, text } });
  }

  /** A second, small chat, in which a person uses every action on a chat, in sequence. */
  #seeAside(threadId: ThreadId, { type, data }: LogEvent): void {
    if (type === 'message.received' && data.text === asideWords) {
      const { messageId } = data;
      this.#whenAsideEnds.push({ key: 'again', name: 'regenerate', command: { threadId } });
      this.#whenAsideEnds.push({
        key: 'edit',
        name: 'editMessage',
        command: { threadId, messageId, text: 'Other words.' },
      });
      this.#whenAsideEnds.push({ key: 'stop all', name: 'stopChat', command: { threadId } });
      this.#whenAsideEnds.push({ key: 'delete', name: 'deleteChat', command: { threadId } });
      this.#want({ key: 'rename', name: 'renameChat', command: { threadId, title: 'Aside' } });
      this.#want({ key: 'pin', name: 'pinChat', command: { threadId, isPinned: true } });
    }
    if (type === 'thread.ended') {
      const next = this.#whenAsideEnds.shift();
      if (next) this.#want(next);
    }
    if (type === 'chat.stopped') this.#sayMeanwhile(threadId, 0);
    if (type === 'message.received') this.#sayMeanwhile(threadId, meanwhileWords.indexOf(data.text) + 1);
    if (type === 'chat.hidden') this.#want({ key: 'restore', name: 'restoreChat', command: { threadId } });
  }

  /** Messages in sequence while all work is stopped, so that work that starts in spite of that has time to show. */
  #sayMeanwhile(threadId: ThreadId, said: number): void {
    const isStopped = this.#requests.has('stop all');
    const text = meanwhileWords[said];
    if (!isStopped) return;
    if (said < meanwhileWords.length && text !== undefined)
      this.#want({ key: `meanwhile ${said}`, name: 'sendMessage', command: { threadId, text } });
    else this.#want({ key: 'resume all', name: 'resumeChat', command: { threadId } });
  }

  #retry(taskId: TaskId, kind: PlanNode['kind']): void {
    const task = [...this.#tasks.values()].find((candidate) => candidate.taskId === taskId);
    if (task?.node.kind !== kind || task.again) return;
    const instruction = instructionFor(task.node.path, true);
    this.#want({ key: `retry ${taskId}`, name: 'retryTask', command: { taskId, instruction } });
  }

  #stop(threadId: ThreadId): void {
    const parent = this.#tasks.get(this.#tasks.get(threadId)?.parent ?? threadId);
    if (parent?.node.kind !== 'doomed') return;
    this.#want({ key: `stop ${parent.taskId}`, name: 'cancelTask', command: { taskId: parent.taskId } });
  }
}

const restartsBeforeAnswer = 2;
const asideWords = 'A word aside.';
const meanwhileWords = ['A word meanwhile.', 'Another one.', 'The last one.'];
