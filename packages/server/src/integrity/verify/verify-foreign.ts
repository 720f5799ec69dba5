import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';
import { verifyCompactions } from './verify-compactions.ts';
import { endChecks } from './verify-ends.ts';
import { verifyGrants } from './verify-grants.ts';
import { linkChecks } from './verify-links.ts';

/** What does not hold in a tree from elsewhere, a little at a time. Its events stand in the order of their positions. */
export function* verifyForeign({ rootId, events, states }: Foreign): Generator<Finding[]> {
  const tree = { rootId, events, states, byThread: Map.groupBy(events, ({ threadId }) => threadId) };
  yield* linkChecks(tree);
  yield* endChecks(tree);
  yield verifyGrants(tree);
  yield verifyCompactions(tree);
}

interface Foreign {
  rootId: ThreadId;
  events: Event[];
  states: ReadonlyMap<ThreadId, ThreadState>;
}
