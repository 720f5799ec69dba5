import type { ThreadId } from '@retinue/protocol';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import type { Ending } from './follow.ts';
import { follow } from './follow.ts';
import { report } from './report.ts';
import { Stops } from './stops.ts';
import { createView } from './view.ts';
import { Watch } from './watch.ts';
import type { Workplace } from './workplace.ts';
import { openWorkplace } from './workplace.ts';

/** What a command has set in motion: which chats to follow, and what is still to be done once they are watched. */
export interface Beginning {
  rootIds: ThreadId[];
  /** The chats are new: their first events are told as well. */
  isNew?: boolean;
  act?: () => Promise<Failure | null>;
  /** Ctrl-C stops the chats for good; else they go on at the next start. */
  isOwn: boolean;
}

export interface Worked {
  code: ExitCode;
  ending: Ending;
}

/** Lets a command begin, here or in the server that runs, and stays until the chats that it concerns have settled. */
export async function workOn(
  context: Context,
  begin: (workplace: Workplace) => Promise<Beginning | Failure>,
): Promise<Worked | Failure> {
  using stops = new Stops();
  const workplace = await openWorkplace(context, stops.report);
  try {
    const beginning = await begin(workplace);
    if ('words' in beginning) return beginning;
    using watch = new Watch(workplace, beginning.rootIds);
    if (!beginning.isNew) await watch.catchUp();
    const view = createView(context, workplace, watch);
    watch.onEvents = view.tell;
    const ending = await carryOut({ context, workplace, watch, view, stops }, beginning).finally(view.end);
    if ('words' in ending) return ending;
    return { code: report(context, watch.trees, ending, workplace.restWords), ending };
  } finally {
    await workplace.stop(0);
  }
}

async function carryOut(
  scene: Parameters<typeof follow>[0],
  { act, isOwn, rootIds }: Beginning,
): Promise<Ending | Failure> {
  const { workplace, watch } = scene;
  const failure = await act?.();
  if (failure) return failure;
  await watch.catchUp();
  const stopped = watch.progress === 'working' ? await workplace.wishes.stoppedBy() : null;
  if (stopped) return stoppedWords(scene.context, stopped);
  workplace.start();
  const ending = await follow(scene);
  if (ending.reason === 'interrupted' && isOwn) await cancelAll(workplace, rootIds);
  if (ending.reason === 'interrupted') await watch.catchUp();
  // A store that has just failed may fail again as it closes; the first failure is the one to tell of.
  await workplace.stop(graceMs[ending.reason]).catch((error) => {
    if (ending.reason !== 'problem') throw error;
  });
  return ending;
}

/** Whoever waited for an answer would wait until somebody resumes the work. */
function stoppedWords({ invocation }: Context, scope: 'workspace' | 'server'): Failure {
  const words = `All work is stopped, so this waits. Resume it with: ${invocation(`stop ${scope} --resume`)}`;
  return { code: exitCodes.failed, words };
}

async function cancelAll({ wishes }: Workplace, rootIds: readonly ThreadId[]): Promise<void> {
  for (const threadId of rootIds) await wishes.cancelThread(threadId, { threadId });
}

/** How long others' work may take to come to a good end; what does not is taken up again at the next start. */
const graceMs: Record<Ending['reason'], number> = {
  settled: 500,
  asking: 500,
  stuck: 0,
  interrupted: 2000,
  terminated: 10_000,
  problem: 0,
};
