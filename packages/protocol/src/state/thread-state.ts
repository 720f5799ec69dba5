import type { Actor, CutReason, Effect, FinishReason, Output, ParentLink, Part, Usage } from '../events/event-parts.ts';
import type { FactFields, TaskContext } from '../events/events.ts';
import type { Reason } from '../events/reason.ts';
import type { AgentId, CallId, MessageId, QuestionId, TaskId, ThreadId, WorkspaceId } from '../ids.ts';
import type { AgentSnapshot, ApprovalRules, Limits, Rights } from '../records/agents.ts';
import type { StoredMisfits } from '../schemas/misfit.ts';
import type { Budget, Spend } from './budget.ts';
import type { SpentDay } from './fold/fold-days.ts';

/*
 * State of a thread, as plain JSON. A step holds its calls, and a call its tasks and questions: an event that names step
 * and call finds its place without an index, and a fold copies no more than the list of items.
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
  /** Null in threads from before rights existed; they may use what their agent lists. */
  rights: Rights | null;
  approvals: ApprovalRules;
  /** JSON schema of its task's result. */
  resultSchema: FactFields<'thread.reactivated'>['resultSchema'] | null;
  /** The budget of its turn or task; null for no bound. */
  grant: Budget | null;
  /** The budget that a person gave to the last turn, for a repeated answer to that message. */
  askedBudget: Budget | null;
  /** Messages of people whose budgets are still in use: the one of the current turn, and those with open tasks. */
  origins: Origin[];
  title: string;
  isPinned: boolean;
  /** Time at which a person deleted the chat; null unless it waits to be purged. */
  hiddenAt: number | null;
  /** Set during its import: it owes nothing and is not visible. */
  isStaged?: true;
  /** The importing person and time, and the time of the file. */
  imported?: { at: number; by: Actor; exportedAt: number };
  /** Time at which a person stopped all work in the chat; null otherwise. */
  stoppedAt: number | null;
  turn: number;
  /** Notices since a person last wrote or looked. */
  unread: number;
  openedAt: number;
  openedPosition: number;
  updatedAt: number;

  status: ThreadStatus;
  seq: number;
  /** Raised whenever the thread changes workers; a worker with an older one can no longer write. */
  epoch: number;
  items: Item[];
  /**
   * Steps that left the items by a rewind or another attempt, without their texts: those that requested tasks or
   * people, or have an estimated cost.
   */
  takenBack: StepItem[];
  /** Only what is outstanding, so it stays small in a long thread. */
  openCalls: OpenCall[];
  openTasks: OpenTask[];
  openStep: OpenStep | null;
  /** Number of the last started step. */
  steps: number;
  /** Over all its turns; an interval that another worker took over is not counted. */
  workedMs: number;
  /** Place of the last input that needs an answer, and the place up to which the last step has read. */
  inputSeq: number;
  seenSeq: number;
  retryAt: number | null;
  /** Replaces everything up to `throughSeq` in the prompt. */
  compaction: { step: number; throughSeq: number; summary: string; at: number } | null;
  /** Estimated size in tokens of a prompt that was too long for the provider. */
  refusedTokens: number | null;
  outcome: {
    status: 'completed' | 'failed' | 'cancelled';
    result: string;
    reason: Reason | null;
    limit?: 'budget' | undefined; // the budget was reached: the result may be incomplete
    at: number;
  } | null;

  /** Reset at every turn. */
  turnStats: TurnStats;
  usage: Usage;
  /** Part of the totals without a known price. If there is any, the cost is a lower bound. */
  unpricedTokens: number;
  /** Part of the totals that was spent on days after the first. */
  otherDays: readonly SpentDay[];
}

export type ThreadStatus = 'idle' | 'active' | 'waiting_for_user' | 'completed' | 'failed' | 'cancelled';

/** A person's message with the budget of all turns that follow from it. */
export interface Origin {
  /** The place of the message. */
  seq: number;
  grant: Budget | null;
  /** Spent by its ended turns, and by their tasks that ended later. */
  spent: Spend;
  /** Number of turns that background results started. */
  noticeTurns: number;
}

export interface TurnStats {
  /** Place of the message that started the turn. */
  begunSeq: number;
  /** Place of the person's message whose budget it shares. */
  originSeq: number;
  /** Without summary steps. */
  steps: number;
  wrapUps: number;
  tokens: number;
  /** Includes the cost of its ended tasks. For a child, the cost of its task. */
  usage: Usage;
  workedMs: number;
  workingSince: number | null;
  /** Attempts at the current step that a provider refused, and takeovers since the last progress. */
  providerErrors: number;
  recoveries: number;
  /**
   * Attempts since the last ended step that failed because the provider was down, and the time that they were waited
   * for.
   */
  outages: number;
  outageMs: number;
  /** Signatures of the last calls with their results: three equal ones are no progress. */
  recentCalls: string[];
  costMicros: number;
  /** Tools that the thread itself ran and tasks that it opened. */
  calls: number;
  tasks: number;
  /** Spent by its ended tasks. */
  spentByTasks: Spend;
  refusedResults: number;
  /** Reason for the last one, until a step that read it has ended. */
  resultProblem: StoredMisfits | null;
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
  /** Null without a known price. */
  reservedCostMicros: number | null;
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
  /** Start of the turn in which it was opened; its grant is a part of that turn's. 0 outside of any turn. */
  begunSeq: number;
  /** The origin of that turn; null for a task with its own budget. */
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
  /** Wakes no thread: a thread at rest reads it when it next runs. */
  isNotice: boolean;
  /** It arrived while the thread was running, so it started no turn. */
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
  model: AgentSnapshot['model']; // only it can read what it sent beside its text
  status: 'open' | 'ended' | 'cut';
  parts: Part[];
  finishReason: FinishReason | null;
  cut: { reason: CutReason; message: Reason; final: boolean } | null;
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
  error: Reason | null;
  late: { status: CallStatus; output: Output | null; error: Reason | null; at: number } | null;
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
  /** The parent only knows that a task is open; its child knows whether it runs or waits. */
  outcome: {
    status: 'success' | 'failed' | 'cancelled';
    result: string;
    reason: Reason | null;
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
  /** The agent or person that is asked now. */
  audience: 'person' | 'parent';
  answer: string | null;
  verdict: 'approved' | 'refused' | null;
  answeredBy: 'person' | 'parent' | null;
  /** The person or agent that answered, as the log names them. */
  answerer: Actor | null;
  askedAt: number;
  /** Position in the log. Questions are in this order, whatever the clock said. */
  askedPosition: number;
  answeredAt: number | null;
  /** Time after which it can't be approved, unless it is requested again; null for never. */
  lapsesAt: number | null;
  /** Set if it was answered in time, although a clock that was changed meanwhile says otherwise. */
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

/** Its turn's first step may be a summary step. */
export function hasBegun({ turnStats }: Pick<ThreadState, 'turnStats'>): boolean {
  return turnStats.steps + turnStats.compactions > 0;
}

type ChildProgress = Pick<ThreadState, 'status' | 'turnStats'>;

/** Whether a thread still has work or waits. */
export function isUnfinished(status: ThreadStatus): boolean {
  return status === 'active' || status === 'waiting_for_user';
}
