import type { Client, Routes, ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { ApiConnection } from '../connection/connect.ts';
import { connect } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { CommandError } from '../exit.ts';
import { ChatWatch } from './chat-watch.ts';
import type { Ending } from './follow.ts';
import { follow } from './follow.ts';
import { report } from './report.ts';
import { createRunView } from './run-view.ts';
import { StopSignals } from './stop-signals.ts';

/** The chats that a command concerns, and its call. */
export interface Beginning {
  chatIds: readonly ThreadId[];
  /** The chats are new, so their first events are shown as well. */
  isNew?: boolean;
  /** Called once the chats are watched. */
  act?(watch: ChatWatch): Promise<unknown>;
  /** Ctrl-C cancels the chats. Otherwise they continue at the next start. */
  isOwn: boolean;
}

export interface Followed {
  code: ExitCode;
  ending: Ending;
}

/** Begins, and follows the chats until they have settled. Without a server, this process does the work meanwhile. */
export async function followChats(
  context: Context,
  begin: (client: Client<Routes>) => Promise<Beginning>,
): Promise<Followed> {
  using signals = new StopSignals();
  const connection = await connect(context, { onProblem: signals.report });
  let ending: Ending | null = null;
  try {
    const beginning = await begin(connection.client);
    using watch = new ChatWatch(connection, beginning.chatIds);
    if (!beginning.isNew) await watch.load();
    const view = createRunView(context, watch);
    watch.onEvents = view.tell;
    const scene = { context, client: connection.client, watch, view, signals };
    ending = await carryOut(scene, connection, beginning).finally(view.end);
    return { code: report(context, watch.trees, ending, connection.isServer), ending };
  } finally {
    // A store that has failed may fail again as it closes. Only the first failure is reported.
    await connection.close(ending ? graceMs[ending.reason] : 0).catch((error) => {
      if (ending?.reason !== 'problem') throw error;
    });
  }
}

async function carryOut(
  scene: Parameters<typeof follow>[0],
  connection: ApiConnection,
  { act, isOwn, chatIds }: Beginning,
): Promise<Ending> {
  const { context, client, watch, signals } = scene;
  await act?.(watch);
  await watch.catchUp();
  if (watch.progress === 'working') await refuseStopped(context, client);
  watch.listen().catch(signals.report);
  connection.start();
  const ending = await follow(scene);
  if (ending.reason !== 'interrupted') return ending;
  for (const chatId of isOwn ? chatIds : [])
    await client.cancelChat({ params: { workspaceId: localWorkspaceId, chatId } }).catch(() => {});
  await watch.catchUp();
  return ending;
}

/** Nothing would happen until the work is resumed. */
async function refuseStopped({ invocation }: Context, client: Client<Routes>): Promise<void> {
  const { stop } = await client.getStop({ params: { workspaceId: localWorkspaceId } });
  if (stop)
    throw new CommandError(
      `All work is stopped, so this waits. Resume it with: ${invocation(`stop ${stop.scope} --resume`)}`,
    );
}

/** Time for other work to end in order. The rest continues at the next start. */
const graceMs: Record<Ending['reason'], number> = {
  settled: 500,
  asking: 500,
  stuck: 0,
  interrupted: 2000,
  terminated: 10_000,
  problem: 0,
};
