import { aiSdkRoutes } from './ai-sdk-routes.ts';
import { chatRoutes } from './chat-routes.ts';
import { agentRoutes, priceRoutes, providerRoutes, skillRoutes, webhookRoutes } from './library-routes.ts';
import { nestedRoutes } from './nested-routes.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { stopRoutes } from './stop-routes.ts';
import { operationRoutes, signInRoutes, workspaceRoutes } from './workspace-routes.ts';

export * from './chat-request.ts';
export * from './client.ts';
export * from './damaged-settings.ts';
export * from './jobs.ts';
export * from './page-key.ts';
export * from './problem.ts';
export * from './resources.ts';
export * from './route.ts';

/** Every route of the HTTP API, by subject. */
export const routeGroups = {
  Workspaces: workspaceRoutes,
  Agents: agentRoutes,
  Providers: providerRoutes,
  Prices: priceRoutes,
  Skills: skillRoutes,
  Webhooks: webhookRoutes,
  Chats: chatRoutes,
  'Stopping all work': stopRoutes,
  Search: searchRoutes,
  'Under a chat': nestedRoutes,
  'For AI SDK clients': aiSdkRoutes,
  'Signing in': signInRoutes,
  'The server': operationRoutes,
} as const satisfies Record<string, Record<string, Route>>;

/** The server mounts these and no others; clients, documents and tests read the same table. */
export const routes = {
  ...operationRoutes,
  ...signInRoutes,
  ...workspaceRoutes,
  ...agentRoutes,
  ...providerRoutes,
  ...priceRoutes,
  ...skillRoutes,
  ...webhookRoutes,
  ...chatRoutes,
  ...nestedRoutes,
  ...stopRoutes,
  ...searchRoutes,
  ...aiSdkRoutes,
} as const;
export type Routes = typeof routes;
export type RouteName = keyof Routes;
