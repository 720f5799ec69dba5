import type { RouteName } from '@retinue/protocol';
import type { Handlers } from '../http-context.ts';
import { aiSdkHandlers } from './ai-sdk.ts';
import { chatHandlers } from './chats.ts';
import { libraryHandlers } from './library.ts';
import { nestedHandlers } from './nested.ts';
import { operationHandlers } from './operations.ts';
import { priceHandlers } from './prices.ts';
import { readHandlers } from './reading.ts';
import { searchHandlers } from './search.ts';
import { signInHandlers } from './sign-in.ts';
import { stopHandlers } from './stops.ts';
import { webhookHandlers } from './webhooks.ts';
import { workspaceHandlers } from './workspaces.ts';

/** One for every route: the compiler holds it. */
export const handlers: Handlers<RouteName> = {
  ...operationHandlers,
  ...signInHandlers,
  ...workspaceHandlers,
  ...libraryHandlers,
  ...webhookHandlers,
  ...priceHandlers,
  ...chatHandlers,
  ...readHandlers,
  ...nestedHandlers,
  ...stopHandlers,
  ...searchHandlers,
  ...aiSdkHandlers,
};
