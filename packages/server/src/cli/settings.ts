import type { LimitChanges, Price, Refusal, Workspace } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { buildRetinue } from '../main.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { Failure } from './exit.ts';
import { refused } from './refused.ts';
import { problemWords } from './report.ts';
import { askServer } from './wishes-to.ts';

/** What the owner of a workspace sets: here, or in the server that has the store. */
export interface Settings {
  workspace(): Promise<Workspace | Failure>;
  changeLimits(limits: LimitChanges): Promise<Workspace | Failure>;
  prices(): Promise<Price[] | Failure>;
  setPrice(price: Price): Promise<Price | Failure>;
  removePrice(model: Pick<Price, 'provider' | 'modelId'>): Promise<null | Failure>;
  close(): Promise<void>;
}

export async function openSettings(context: Context): Promise<Settings> {
  const { config, invocation } = context;
  const server = await connect(config);
  return server ? settingsThere({ ...server, startCommand: invocation('start') }) : settingsHere(context);
}

const workspaceId = localWorkspaceId;
const params = { workspaceId };

type There = NonNullable<Awaited<ReturnType<typeof connect>>> & { startCommand: string };

function settingsThere(there: There): Settings {
  const { client } = there;
  const ask = async <Done>(asking: Parameters<typeof askServer<Done>>[1]): Promise<Done | Failure> => {
    const reply = await askServer(there, asking);
    return 'failure' in reply ? reply.failure : reply.done;
  };
  return {
    workspace: () => ask(() => client.getWorkspace({ params })),
    changeLimits: (limits) => ask((once) => client.changeWorkspace({ params, body: { limits } }, once)),
    prices: () => ask(async () => (await client.listPrices({ params })).results),
    setPrice: ({ provider, modelId, ...body }) =>
      ask((once) => client.setPrice({ params: { ...params, provider, modelId }, body }, once)),
    removePrice: (model) =>
      ask((once) => client.removePrice({ params: { ...params, ...model } }, once).then(() => null)),
    close: async () => undefined,
  };
}

async function settingsHere({ config, terminal }: Context): Promise<Settings> {
  const onProblem = (problem: unknown) => terminal.err(`${problemWords(problem)}\n`);
  const { workspaces, prices, stop } = await buildRetinue(config, { onProblem });
  return {
    async workspace() {
      return (await workspaces.find(workspaceId)) ?? refused({ code: 'no-such-workspace', about: workspaceId });
    },
    async changeLimits(limits) {
      const changed = await workspaces.change(workspaceId, { limits });
      return changed.refusal ? refused(changed.refusal) : changed.workspace;
    },
    prices: () => prices.list(workspaceId),
    setPrice: async (price) => doneOr(await prices.set(params, price)),
    removePrice: async (model) => doneOr(await prices.remove(params, model)),
    close: () => stop(0),
  };
}

function doneOr<Done>(reply: { refusal: null; done: Done } | { refusal: Refusal }): Done | Failure {
  return reply.refusal ? refused(reply.refusal) : reply.done;
}
