import type { Actor } from '../events/actor.ts';
import type { CutReason, Effect, FactFields, FinishReason, Output, Part, TaskContext } from '../events/events.ts';
import type { ParentLink } from '../events/parent-link.ts';
import type { Usage } from '../events/usage-schema.ts';
import type { AgentId, CallId, MessageId, QuestionId, TaskId, ThreadId, WorkspaceId } from '../ids.ts';
import type { AgentSnapshot, ApprovalRules, Limits, Rights } from '../records/agents.ts';
import type { Budget, Spend } from './budget.ts';
import type { SpentDay } from './fold/fold-days.ts';

/*
 * What a thread's events mean, as plain JSON. Calls live in the step that asked for them, tasks and questions in the
 * call that opened them, so an event that names its step and its call finds its place without an index, and a fold
 * never copies more than the list of items.
 */
export interface ThreadState {
  threadId: ThreadId;
  workspaceId: WorkspaceId;
  rootId: ThreadId;
  parent: ParentLink | null;
  depth: number;
  path: AgentId[];
  agent: AgentSnapshot;
  limits: Limits;
  /** Null in threads from before there were any; they may use what their agent lists. */
  rights: Rights | null;
  approvals: ApprovalRules;
  /** JSON schema of its task's result. */
  resultSchema: FactFields<'thread.reactivated'>['resultSchema'] | null;
  /** The budget of its turn or task; null for no bound. */
  grant: Budget | null;
  /** The budget that a person gave to the last turn, for answering that message anew. */
  askedBudget: Budget | null;
  /** Messages of people whose budgets are still drawn on: the one of the current turn, and those with open tasks. */
  origins: Origin[];
  title: string;
  isPinned: boolean;
  /** When a person deleted the chat; null unless it waits to be purged. */
  hiddenAt: number | null;
  /** Set while it is being imported: it owes nothing, and nobody sees it. */
  isStaged?: true;
  /** The importing person and time, and the time of the file. */
  imported?: { at: number; by: Actor; exportedAt: number };
  /** When a person stopped all work in the chat; null while it may work. */
  stoppedAt: number | null;
  turn: number;
  /** Notices that came since a person last wrote or looked. */
  unread: number;
  openedAt: number;
  openedPosition: number;
  updatedAt: number;

  status: ThreadStatus;
  seq: number;
  /** Raised whenever the thread changes hands; a worker that holds an older one can no longer write. */
  epoch: number;
  items: Item[];
  /** Steps that left the items, with a rewind or for another attempt, without their words: those that asked for tasks or people, or cost a guess. */
  takenBack: StepItem[];
  /** Only what is outstanding, so it stays small in a long thread. */
  openCalls: OpenCall[];
  openTasks: OpenTask[];
  openStep: OpenStep | null;
  /** The number of the last step begun. */
  steps: number;
  /** In all its turns; a stretch that another worker had to take over is not counted. */
  workedMs: number;
  /** The place of the last input that wants an answer, and how far the last step begun has seen. */
  inputSeq: number;
  seenSeq: number;
  retryAt: number | null;
  /** Replaces everything up to `throughSeq` in the prompt. */
  compaction: { step: number; throughSeq: number; summary: string; at: number } | null;
  /** A prompt of so many tokens, as we guess them, was too long for the provider. */
  refusedTokens: number | null;
  outcome: {
    status: 'completed' | 'failed' | 'cancelled';
    result: string;
    reason: string | null;
    /** The budget was reached: the result may be incomplete. */
    limit?: 'budget' | undefined;
    at: number;
  } | null;

  /** Counted anew for every turn. */
  turnStats: TurnStats;
  usage: Usage;
  /** The part of the totals for which no price was known. With any, the cost is a lower bound. */
  unpricedTokens: number;
  /** The part of the totals that was spent on other days than the first. */
  otherDays: readonly SpentDay[];
}

export type ThreadStatus = 'idle' | 'active' | 'waiting_for_user' | 'completed' | 'failed' | 'cancelled';

/** A person's message with what it may spend in all turns that follow from it. */
export interface Origin {
  /** The place of the message. */
  seq: number;
  grant: Budget | null;
  /** By its turns that are over, and by their tasks that ended later. */
  spent: Spend;
  /** Turns that background results began. */
  noticeTurns: number;
}

export interface TurnStats {
  /** The place of the message that began the turn. */
  begunSeq: number;
  /** The place of the person's message whose budget it shares. */
  originSeq: number;
  /** Without those that only summarise. */
  steps: number;
  wrapUps: number;
  tokens: number;
  /** With what its ended tasks have cost. Of a child it is what its task has cost. */
  usage: Usage;
  workedMs: number;
  workingSince: number | null;
  /** Attempts at the current step that a provider refused, and takeovers since the last progress. */
  providerErrors: number;
  recoveries: number;
  /** Attempts since the last step that ended which failed because the provider was down, and how long they were waited for. */
  outages: number;
  outageMs: number;
  /** Signatures of the last calls with their results: the same one three times is no progress. */
  recentCalls: string[];
  costMicros: number;
  /** Tools run and tasks opened by the thread itself. */
  calls: number;
  tasks: number;
  /** Spent by its ended tasks. */
  spentByTasks: Spend;
  refusedResults: number;
  /** Why the last of them was, until a step that was told so has ended. */
  resultProblem: string | null;
  salvages: number;
  compactions: number;
  /** Since the last one that gave a summary. */
  failedCompactions: number;
}

export interface OpenStep {
  step: number;
  attempt: number;
  kind: StepKind;
  startedAt: number;
  reservedTokens: number;
  reservedCostMicros: number;
}

export interface OpenCall {
  callId: CallId;
  step: number;
  waitsFor: 'tool' | 'task' | 'parent' | 'person';
  running: boolean;
}

export interface OpenTask {
  taskId: TaskId;
  childThreadId: ThreadId;
  callId: CallId;
  step: number;
  /** The start of the turn in which it was opened; its grant is a part of that turn's. 0 outside of any turn. */
  begunSeq: number;
  /** The origin of that turn; null for a task with a budget of its own. */
  originSeq: number | null;
  isBackground: boolean;
  grant: Budget | null;
}

export type StepKind = FactFields<'step.started'>['kind'];
export type Item = MessageItem | StepItem;

export interface MessageItem {
  type: 'message';
  seq: number;
  at: number;
  messageId: MessageId;
  from: FactFields<'message.received'>['from'];
  text: string;
  taskId: TaskId | null;
  /** It wakes nobody: a thread at rest reads it when it next works. */
  isNotice: boolean;
  /** It came in while the thread was at work, so it began no turn. */
  isMidTurn: boolean;
}

export interface StepItem {
  type: 'step';
  seq: number;
  at: number;
  step: number;
  attempt: number;
  kind: StepKind;
  seenSeq: number;
  agentVersion: number;
  status: 'open' | 'ended' | 'cut';
  parts: Part[];
  finishReason: FinishReason | null;
  cut: { reason: CutReason; message: string; final: boolean } | null;
  usage: Usage;
  endedAt: number | null;
  calls: CallState[];
}

export type CallStatus = 'requested' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

export interface CallState {
  callId: CallId;
  step: number;
  name: string;
  args: FactFields<'call.requested'>['args'];
  effect: Effect;
  status: CallStatus;
  attempt: number;
  output: Output | null;
  error: string | null;
  late: { status: CallStatus; output: Output | null; error: string | null; at: number } | null;
  requestedAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** The attempts at this delegation, in order; empty for an ordinary call. */
  tasks: TaskState[];
  question: QuestionState | null;
}

export interface TaskState {
  taskId: TaskId;
  childThreadId: ThreadId;
  agentId: AgentId;
  instruction: string;
  title: string;
  attempt: number;
  retryOf: TaskId | null;
  turn: number;
  isBackground: boolean;
  reactivates: TaskId | null;
  context: TaskContext | null;
  resultSchema: FactFields<'task.opened'>['resultSchema'] | null;
  grant: Budget | null;
  /** The parent only knows that a task is open; whether it runs or waits is its child's to say. */
  outcome: {
    status: 'success' | 'failed' | 'cancelled';
    result: string;
    reason: string | null;
    usage: Usage;
    spent: Spend | null;
  } | null;
  openedAt: number;
  endedAt: number | null;
}

export interface QuestionState {
  questionId: QuestionId;
  kind: 'answer' | 'approval';
  text: string;
  options: string[];
  status: 'open' | 'answered' | 'withdrawn';
  /** Asked at present. */
  audience: 'person' | 'parent';
  answer: string | null;
  verdict: 'approved' | 'refused' | null;
  answeredBy: 'person' | 'parent' | null;
  /** The person or agent that answered, as the log names them. */
  answerer: Actor | null;
  askedAt: number;
  /** In the log. Questions are in this order, whatever the clock said. */
  askedPosition: number;
  answeredAt: number | null;
  /** From when on it can't be approved, unless it is asked for again; null for never. */
  lapsesAt: number | null;
  /** Set where it was answered in time, though the clock, which was set meanwhile, says otherwise. */
  isInTime?: true;
  /** Estimated cost of asking the parent's agent, until the cost is known; final if the reply was lost. */
  consulted: Usage | null;
}

export type TaskStatus = 'pending' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled';

/** Combines a task's own record with its child's thread. */
export function taskStatus(task: TaskState, child: ChildProgress | null): TaskStatus {
  return task.outcome ? task.outcome.status : openTaskStatus(child);
}

export function openTaskStatus(child: ChildProgress | null): TaskStatus {
  if (!child || !hasBegun(child)) return 'pending';
  return child.status === 'waiting_for_user' ? 'waiting' : 'running';
}

/** Its turn's first step may be one that only summarises what came before. */
export function hasBegun({ turnStats }: Pick<ThreadState, 'turnStats'>): boolean {
  return turnStats.steps + turnStats.compactions > 0;
}

type ChildProgress = Pick<ThreadState, 'status' | 'turnStats'>;

/** Whether a thread still has something to do or to wait for. */
export function isUnfinished(status: ThreadStatus): boolean {
  return status === 'active' || status === 'waiting_for_user';
}
