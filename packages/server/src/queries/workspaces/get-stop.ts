import { workspaceStopOf } from '../../ports/engine/stops.ts';
import { defineQuery } from '../define-query.ts';

export const getStop = defineQuery({
  name: 'getStop',
  answer: ({ services, context }) => workspaceStopOf(services.stops.list(), context.workspaceId),
});
