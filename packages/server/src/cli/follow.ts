import { ask } from './ask.ts';
import type { Context } from './context.ts';
import type { OpenQuestion, Progress } from './progress.ts';
import type { Stop, Stops } from './stops.ts';
import { verdictIn } from './verdict.ts';
import type { View } from './view.ts';
import type { Watch } from './watch.ts';
import type { Workplace } from './workplace.ts';

export type Ending = { reason: Exclude<Progress, 'working'> } | Stop;

export interface Scene {
  context: Context;
  workplace: Workplace;
  watch: Watch;
  view: View;
  stops: Stops;
}

/** Stays with the work until it has settled, until only a person could help who can't be asked, or until it is stopped. */
export async function follow(scene: Scene): Promise<Ending> {
  const { context, watch, stops } = scene;
  const canAsk = context.terminal.canAsk && !context.isJson;
  while (true) {
    const moved = watch.moved();
    const { progress, questions } = watch;
    const [question] = questions;
    if (progress === 'settled' || progress === 'stuck') return { reason: progress };
    if (question && canAsk) {
      const ending = await askPerson(scene, question);
      if (ending) return ending;
      continue;
    }
    if (progress === 'asking') return { reason: 'asking' };
    const stop = await Promise.race([moved, stops.first]);
    if (stop) return stop;
  }
}

/** Null when the work goes on. Meanwhile the others work; the drawing waits, so that it does not run over the answer. */
async function askPerson(scene: Scene, open: OpenQuestion): Promise<Ending | null> {
  const { context, workplace, watch, view, stops } = scene;
  const closed = new AbortController();
  view.pause();
  const asked = ask(context.terminal, open, {
    signal: closed.signal,
    onInterrupt: stops.interrupt,
    now: () => workplace.now(),
  });
  const outcome = await Promise.race([
    asked.then((answer) => ({ answer })),
    whenClosed(scene, open).then(() => ({ answer: null, isClosed: true })),
    stops.first.then((stop) => ({ answer: null, stop })),
  ]);
  closed.abort();
  await asked;
  view.resume();
  if ('stop' in outcome) return outcome.stop;
  if ('isClosed' in outcome) return null;
  if (outcome.answer === null) return { reason: 'asking' };
  const failure = await tell(scene, open, outcome.answer);
  if (failure) context.terminal.err(`${failure.words}\n`);
  await watch.catchUp();
  return null;
}

function tell({ workplace: { wishes } }: Scene, { question, asker }: OpenQuestion, answer: string) {
  const { kind, questionId } = question;
  if (kind === 'answer') return wishes.answerQuestion(asker.rootId, { questionId, answer });
  const decided = verdictIn(answer);
  if (!decided) return wishes.renewApproval(asker.rootId, { questionId });
  return wishes.answerApproval(asker.rootId, { questionId, ...decided });
}

/** A question can close while it is on the screen: its task may run into a limit. */
async function whenClosed({ watch }: Scene, { question }: OpenQuestion): Promise<void> {
  const isOpen = () => watch.questions.some((open) => open.question.questionId === question.questionId);
  while (isOpen()) await watch.moved();
}
