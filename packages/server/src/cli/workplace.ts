import type { Commands, Draft, Event, ThreadId } from '@retinue/protocol';
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

type Wished<Name extends keyof Commands> = (rootId: ThreadId, command: Commands[Name]) => Promise<Failure | null>;

/** What people may wish for in the terminal; each names the chat that it concerns. */
export interface Wishes {
  openChat(command: Commands['openChat']): Promise<{ threadId: ThreadId } | Failure>;
  sendMessage: Wished<'sendMessage'>;
  answerQuestion: Wished<'answerQuestion'>;
  answerApproval: Wished<'answerApproval'>;
  renewApproval: Wished<'renewApproval'>;
  cancelThread: Wished<'cancelThread'>;
  cancelTask: Wished<'cancelTask'>;
  retryTask: Wished<'retryTask'>;
  backgroundTask: Wished<'backgroundTask'>;
  renameChat: Wished<'renameChat'>;
  deleteChat: Wished<'deleteChat'>;
  stopChat: Wished<'stopChat'>;
  resumeChat: Wished<'resumeChat'>;
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
  if (server) return openThere(config, { ...server, onProblem, startCommand: invocation('start') });
  return openHere(config, onProblem);
}
