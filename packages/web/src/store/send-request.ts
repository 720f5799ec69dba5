import type { RequestOptions, RouteInput, RouteName, RouteReply, Routes } from '@retinue/protocol';
import { savePageKey } from '../api/page-key.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Store } from './store.ts';

/** A route that changes something. */
export type CommandName = { [Name in RouteName]: Routes[Name]['method'] extends 'GET' ? never : Name }[RouteName];

/** The input of a route. The workspace is that of the page. */
export type PageRequest<Name extends RouteName> = Omit<RouteInput<Routes[Name]>, 'params'> &
  (RouteInput<Routes[Name]> extends { params: infer Params } ? { params: Omit<Params, 'workspaceId'> } : unknown);

/** Sends a request by the name of its route, so that a new one needs no function of its own. */
export function sendRequest<Name extends RouteName>(
  { api, workspaceParams }: Pick<Store, 'api' | 'workspaceParams'>,
  name: Name,
  input: PageRequest<Name>,
  options?: RequestOptions,
): Promise<RouteReply<Routes[Name]>> {
  const send = api[name] as (input: object, options?: RequestOptions) => Promise<RouteReply<Routes[Name]>>;
  const { params = {} } = input as { params?: object };
  return send({ ...input, params: { ...workspaceParams, ...params } }, options);
}

/** The same, with a refusal as a value. The page takes what the request changed. */
export async function requestOutcome<Name extends RouteName>(
  store: Store,
  name: Name,
  input: PageRequest<Name>,
  options?: RequestOptions,
): Promise<Outcome<RouteReply<Routes[Name]>>> {
  const outcome = await outcomeOf(sendRequest(store, name, input, options));
  const effect: Effects[Name] = effects[name];
  if ('value' in outcome) await effect?.(store, outcome.value);
  return outcome;
}

type Effects = { [Name in RouteName]?: (store: Store, reply: RouteReply<Routes[Name]>) => Promise<void> | void };

const loadAgents = (store: Store) => store.loadAgents().catch(() => {});

/** How the page takes changes that do not come with the stream. */
const effects: Effects = {
  createAgent: loadAgents,
  changeAgent: loadAgents,
  duplicateAgent: loadAgents,
  deleteAgent: loadAgents,
  createProvider: loadAgents,
  changeProvider: loadAgents,
  deleteProvider: loadAgents,
  createSkill: loadAgents,
  changeSkill: loadAgents,
  deleteSkill: loadAgents,
  getWorkspace: (store, workspace) => store.takeWorkspace(workspace),
  changeWorkspace: (store, workspace) => store.takeWorkspace(workspace),
  signOut: () => savePageKey(null),
};
