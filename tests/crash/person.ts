import type { Event, EventOf, QuestionId, TaskId, ThreadId } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import type { SubjectLine, Wish } from './lines.ts';
import type { Plan, PlanNode } from './plan.ts';
import { allNodes, limitedAgent } from './plan.ts';
import { instructionFor, lateWords, limitWords, noticeWords, readInstruction, visitWords } from './script.ts';

/** One wish and what became of it: `unknown` until a reply came, and for ever if none did. */
export interface Attempt {
  wish: Wish;
  outcome: 'unknown' | 'ok' | 'refused';
  reply: Record<string, unknown> | null;
}

/**
 * The one who opens the chat, answers, stops and retries. Decides from the events that it has seen, so that it can go on
 * after any kill; asks again, under the same key, for what it got no reply to.
 */
export class Person {
  readonly history: Attempt[] = [];
  readonly #nodes: ReadonlyMap<string, PlanNode>;
  readonly #wishes = new Map<string, Wish>();
  readonly #settled = new Set<string>();
  readonly #sent = new Map<string, Attempt>();
  /** How many restarts each question is still to live through. */
  readonly #delays = new Map<string, number>();
  #asideId: ThreadId | null = null;
  #noticeId: ThreadId | null = null;
  /** Answers that wait for the end of a chat's turn, or for a task to be put into the background. */
  readonly #held = new Map<string, Wish>();
  readonly #released = new Set<string>();
  readonly #whenAsideEnds: Wish[] = [];
  readonly #tasks = new Map<ThreadId, { taskId: TaskId; node: PlanNode; again: boolean; parent: ThreadId }>();

  constructor(plan: Plan) {
    this.#nodes = new Map(allNodes(plan.children).map((node) => [node.path, node]));
    this.#want({
      key: 'open',
      name: 'openChat',
      command: { agentId: agentIdOf('boss'), text: `Play tree ${plan.seed}.` },
    });
  }

  see(event: Event): void {
    if (event.type === 'task.opened') this.#noteTask(event.threadId, event.data);
    if (event.type === 'task.ended' && event.data.status === 'failed') this.#retry(event.data.taskId, 'failing');
    if (event.type === 'task.ended') this.#visit(event.data.taskId);
    if (event.type === 'task.backgrounded') this.#release(event.data.taskId);
    if (event.type === 'step.started') this.#seeStep(event.threadId, event.data.step);
    if (event.type === 'call.started') this.#stop(event.threadId);
    if (event.type === 'message.received' && event.data.text === asideWords) this.#asideId = event.threadId;
    if (event.threadId === this.#asideId) this.#seeAside(event.threadId, event);
    if (event.type === 'message.received' && event.data.text === noticeWords) this.#noticeId = event.threadId;
    if (event.threadId === this.#noticeId) this.#seeNotice(event.threadId, event);
    if (event.type === 'question.asked') this.#seeQuestion(event);
    if (event.type === 'question.passed') this.#answer(event);
    if (event.type === 'question.renewed') this.#decide(event.data.questionId, 'refused');
  }

  /** What its parent is asked first is left to the parent, until it is passed on. */
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

  /** What to send now. One who is patient lets a question live through some restarts before it answers. */
  next(patient: boolean): Wish[] {
    const wishes = [...this.#wishes.values()].filter(({ key }) => {
      return !this.#settled.has(key) && !this.#sent.has(key) && !(patient && (this.#delays.get(key) ?? 0) > 0);
    });
    for (const wish of wishes) {
      const attempt: Attempt = { wish, outcome: 'unknown', reply: null };
      this.history.push(attempt);
      this.#sent.set(wish.key, attempt);
    }
    return wishes;
  }

  hear(line: Extract<SubjectLine, { type: 'ok' | 'refused' }>): void {
    const attempt = this.#sent.get(line.key);
    if (attempt) attempt.outcome = line.type;
    if (attempt && line.type === 'ok') attempt.reply = line.reply;
    this.#sent.delete(line.key);
    this.#settled.add(line.key);
  }

  /** The process is gone: what it had not answered is unknown, and will be asked again. */
  hangUp(): void {
    this.#sent.clear();
    for (const [key, restarts] of this.#delays) this.#delays.set(key, restarts - 1);
  }

  get content(): boolean {
    return [...this.#wishes.keys()].every((key) => this.#settled.has(key));
  }

  #want(wish: Wish): void {
    if (!this.#wishes.has(wish.key)) this.#wishes.set(wish.key, wish);
  }

  /** Some answers wait for something else: nobody knows how long that takes, and what it is for must be still at work. */
  #answer({ rootId, threadId, data: { questionId } }: EventOf<'question.asked' | 'question.passed'>): void {
    const key = `answer ${questionId}`;
    this.#delays.set(key, restartsBeforeAnswer);
    const command = { questionId, answer: `Forty-two for ${questionId}.` };
    const task = this.#tasks.get(threadId);
    const until = rootId === this.#noticeId ? rootId : task?.node.kind === 'promoted' ? task.taskId : null;
    const wish: Wish = { key, name: 'answerQuestion', command };
    if (until === null || this.#released.has(until)) this.#want(wish);
    else this.#held.set(until, wish);
  }

  #release(until: string): void {
    this.#released.add(until);
    const wish = this.#held.get(until);
    if (wish) this.#want(wish);
  }

  /** A chat that has ended its turn when its one task ends: the news is unread until a person has read it. */
  #seeNotice(threadId: ThreadId, { type, data }: Event): void {
    if (type === 'thread.ended') this.#release(threadId);
    if (type === 'message.received' && data.isNotice)
      this.#want({ key: 'read', name: 'markRead', command: { threadId } });
  }

  /** Asks a child that has ended for more. */
  #visit(taskId: TaskId): void {
    const found = [...this.#tasks].find(([, task]) => task.taskId === taskId);
    if (found?.[1].node.kind !== 'visited') return;
    const text = visitWords(found[1].node.path);
    this.#want({ key: `visit ${taskId}`, name: 'sendMessage', command: { threadId: found[0], text } });
  }

  #noteTask(
    parent: ThreadId,
    { taskId, childThreadId, instruction }: { taskId: TaskId; childThreadId: ThreadId; instruction: string },
  ): void {
    const { path, again } = readInstruction(instruction);
    const node = this.#nodes.get(path);
    this.#want({ key: 'aside', name: 'openChat', command: { agentId: agentIdOf('worker'), text: asideWords } });
    this.#want({ key: 'limit', name: 'openChat', command: { agentId: agentIdOf(limitedAgent), text: limitWords } });
    this.#want({ key: 'notice', name: 'openChat', command: { agentId: agentIdOf('lead'), text: noticeWords } });
    this.#want({ key: 'late', name: 'openChat', command: { agentId: agentIdOf('worker'), text: lateWords } });
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

  /** A second, small chat, with which a person does everything that can be done with a chat, one after the other. */
  #seeAside(threadId: ThreadId, { type, data }: Event): void {
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

  /** One message after the other while all work is stopped, so that what starts in spite of that has time to. */
  #sayMeanwhile(threadId: ThreadId, said: number): void {
    const isStopped = this.#wishes.has('stop all');
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
