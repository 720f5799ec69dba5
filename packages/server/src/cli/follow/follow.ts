import type { Client, Routes } from '@retinue/protocol';
import type { Context } from '../context.ts';
import { explainError } from '../output/explain-error.ts';
import { ask } from './ask.ts';
import type { ChatWatch } from './chat-watch.ts';
import type { AskedQuestion, Progress } from './progress.ts';
import type { RunView } from './run-view.ts';
import { sendAnswer } from './send-answer.ts';
import type { StopReason, StopSignals } from './stop-signals.ts';

export type Ending = { reason: Exclude<Progress, 'working'> } | StopReason;

interface FollowedWork {
  context: Context;
  client: Client<Routes>;
  watch: ChatWatch;
  view: RunView;
  signals: StopSignals;
}

/** Waits until the work has settled, until a person must answer who can't be asked, or until it is stopped. */
export async function follow(work: FollowedWork): Promise<Ending> {
  const { context, watch, signals } = work;
  const canAsk = context.terminal.canAsk && !context.isJson;
  while (true) {
    const moved = watch.moved();
    // The stream may have sent a part of a commit, so an end is believed only of the whole.
    if (watch.progress !== 'working') await watch.catchUp();
    const { progress, questions } = watch;
    const [question] = questions;
    if (progress === 'settled' || progress === 'stuck') return { reason: progress };
    if (question && canAsk) {
      const ending = await askPerson(work, question);
      if (ending) return ending;
      continue;
    }
    if (progress === 'asking') return { reason: 'asking' };
    const stop = await Promise.race([moved, signals.first]);
    if (stop) return stop;
  }
}

/** Null when the work continues. Meanwhile other threads work; the drawing pauses so that it does not cover the prompt. */
async function askPerson(work: FollowedWork, open: AskedQuestion): Promise<Ending | null> {
  const { context, client, watch, view, signals } = work;
  const closed = new AbortController();
  view.pause();
  const asked = ask(context.terminal, open, { signal: closed.signal, onInterrupt: signals.interrupt });
  const outcome = await Promise.race([
    asked.then((answer) => ({ answer })),
    whenClosed(watch, open).then(() => ({ answer: null, isClosed: true })),
    signals.first.then((stop) => ({ answer: null, stop })),
  ]);
  closed.abort();
  await asked;
  view.resume();
  if ('stop' in outcome) return outcome.stop;
  if ('isClosed' in outcome) return null;
  if (outcome.answer === null) return { reason: 'asking' };
  const question = { ...open.question, chatId: open.asker.rootId };
  await sendAnswer(client, question, outcome.answer).catch((error) => {
    context.terminal.err(`${explainError(error, context).message}\n`);
  });
  await watch.catchUp();
  return null;
}

/** A question can close while it is on the screen, for example when its task reaches a limit. */
async function whenClosed(watch: ChatWatch, { question }: AskedQuestion): Promise<void> {
  const isOpen = () => watch.questions.some((open) => open.question.questionId === question.questionId);
  while (isOpen()) await watch.moved();
}
