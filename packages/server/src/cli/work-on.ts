import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import { buildRetinue } from '../main.ts';
import { eventPages } from '../projections/export-chat.ts';
import type { Context } from './context.ts';
import { wishOf } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import type { Ending } from './follow.ts';
import { follow } from './follow.ts';
import { report } from './report.ts';
import { Stops } from './stops.ts';
import { createView } from './view.ts';
import { Watch } from './watch.ts';

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

/** Opens the store, lets a command begin, and works until the chats that it concerns have settled. */
export async function workOn(
  context: Context,
  begin: (retinue: Retinue) => Promise<Beginning | Failure>,
): Promise<Worked | Failure> {
  using stops = new Stops();
  const retinue = await buildRetinue(context.config, { onProblem: stops.report });
  try {
    const beginning = await begin(retinue);
    if ('words' in beginning) return beginning;
    using watch = await Watch.open(retinue.log, beginning.rootIds);
    const view = createView(context, retinue, watch);
    watch.onEvents = view.tell;
    if (beginning.isNew)
      for (const rootId of beginning.rootIds)
        for await (const page of eventPages(retinue.log, localWorkspaceId, rootId)) view.tell(page);
    const ending = await carryOut({ context, retinue, watch, view, stops }, beginning).finally(view.end);
    if ('words' in ending) return ending;
    return { code: report(context, watch.trees, ending), ending };
  } finally {
    await retinue.stop(0);
  }
}

async function carryOut(
  scene: Parameters<typeof follow>[0],
  { act, isOwn, rootIds }: Beginning,
): Promise<Ending | Failure> {
  const { retinue } = scene;
  const failure = await act?.();
  if (failure) return failure;
  retinue.start();
  const ending = await follow(scene);
  if (ending.reason === 'interrupted' && isOwn) await cancelAll(retinue, rootIds);
  // A store that has just failed may fail again as it closes; the first failure is the one to tell of.
  await retinue.stop(graceMs[ending.reason]).catch((error) => {
    if (ending.reason !== 'problem') throw error;
  });
  return ending;
}

async function cancelAll(retinue: Retinue, rootIds: readonly ThreadId[]): Promise<void> {
  for (const threadId of rootIds) await retinue.commands.cancelThread(wishOf(retinue), { threadId });
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
