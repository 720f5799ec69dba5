import type { Draft, Event, QuestionId, RouteRequest, Routes, TaskId, ThreadId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { Failure } from './exit.ts';
import { openHere } from './work-here.ts';
import { openThere } from './work-there.ts';

/** Where a command's work is done: in this process, or in a server that has the store already. */
export interface Workplace {
  /** To look things up in. What is to be changed is wished for. */
  log: Retinue['log'];
  wishes: Wishes;
  /** What a thread is writing at this moment. */
  draft(threadId: ThreadId): Draft | null;
  now(): number;
  follow(rootIds: readonly ThreadId[], follower: Follower): Disposable;
  /** Begins to do what is owed, where nobody does it yet. */
  start(): void;
  stop(graceMs: number): Promise<void>;
  /** What becomes of what is open when this command leaves it. */
  restWords: string;
}

interface Follower {
  /** What was committed. */
  take(events: readonly Event[]): void;
  /** There may be more in the log than was told. */
  catchUp(): Promise<void>;
}

type Wished<Command> = (rootId: ThreadId, command: Command) => Promise<Failure | null>;
type Body<Name extends keyof Routes> = RouteRequest<Routes[Name]> extends { body: infer Input } ? Input : never;

/** What people may ask for in the terminal; each names the chat that it concerns. */
export interface Wishes {
  openChat(command: Body<'openChat'>): Promise<{ threadId: ThreadId } | Failure>;
  sendMessage: Wished<Body<'sendMessage'> & { threadId: ThreadId }>;
  answerQuestion: Wished<Body<'answerQuestion'> & { questionId: QuestionId }>;
  answerApproval: Wished<Body<'answerApproval'> & { questionId: QuestionId }>;
  renewApproval: Wished<{ questionId: QuestionId }>;
  cancelThread: Wished<{ threadId: ThreadId }>;
  cancelTask: Wished<{ taskId: TaskId }>;
  retryTask: Wished<Body<'retryTask'> & { taskId: TaskId }>;
  backgroundTask: Wished<{ taskId: TaskId }>;
  renameChat: Wished<{ title: string }>;
  deleteChat(rootId: ThreadId): Promise<Failure | null>;
  stopChat(rootId: ThreadId): Promise<Failure | null>;
  resumeChat(rootId: ThreadId): Promise<Failure | null>;
  stopAll(scope: 'workspace' | 'server'): Promise<{ canceled: number } | Failure>;
  resumeAll(scope: 'workspace' | 'server'): Promise<Failure | null>;
  /** Which stop keeps the workspace from working, if any does. */
  stoppedBy(): Promise<'workspace' | 'server' | null>;
}

/** `onProblem` is told of what goes wrong outside any command. */
export async function openWorkplace(
  { config, invocation }: Context,
  onProblem: (problem: unknown) => void,
): Promise<Workplace> {
  const server = await connect(config);
  const startCommand = invocation('start');
  return server ? openThere(config, { ...server, onProblem, startCommand }) : openHere(config, onProblem, startCommand);
}
