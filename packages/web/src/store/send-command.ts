import type { RequestOptions, RouteInput, RouteName, Routes } from '@retinue/protocol';
import type { Store } from './store.ts';

/** A route that changes something. */
export type CommandName = { [Name in RouteName]: Routes[Name]['method'] extends 'GET' ? never : Name }[RouteName];

/** The input of a command. The workspace is that of the page. */
export type PageCommand<Name extends CommandName> = Omit<RouteInput<Routes[Name]>, 'params'> &
  (RouteInput<Routes[Name]> extends { params: infer Params } ? { params: Omit<Params, 'workspaceId'> } : unknown);

/** Sends a command by its name, so that a new one needs no function of its own. */
export function sendCommand<Name extends CommandName>(
  { api, workspaceParams }: Pick<Store, 'api' | 'workspaceParams'>,
  name: Name,
  input: PageCommand<Name>,
  options?: RequestOptions,
): Promise<unknown> {
  const send = api[name] as (input: object, options?: RequestOptions) => Promise<unknown>;
  const { params = {} } = input as { params?: object };
  return send({ ...input, params: { ...workspaceParams, ...params } }, options);
}
