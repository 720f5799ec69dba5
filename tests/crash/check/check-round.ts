import type { LogEvent } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { verifyStore } from '../../../packages/server/src/integrity/verify/verify.ts';
import { noFailpoints } from '../../../packages/server/src/log/failpoints.ts';
import { GroupedLog } from '../../../packages/server/src/log/grouped-log.ts';
import { openStore } from '../../../packages/server/src/log/open-store.ts';
import type { StorePlace } from '../../../packages/server/src/ports/log/event-log.ts';
import { systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';
import type { Round } from '../killer.ts';
import { readTestimonies } from '../recorder/recorder.ts';
import { checkCommands } from './check-commands.ts';
import { checkEffects } from './check-effects.ts';
import { checkLinks } from './check-links.ts';
import { checkPlan } from './check-plan.ts';
import { checkStops } from './check-stops.ts';
import { checkThread } from './check-thread.ts';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import { printEvent, readStored } from './stored.ts';

/**
 * Every violation after a round, from three witnesses: the log (as the file has it), the recorder's file and the
 * person's history. Knows the product's events and nothing of its fold, which `verifyStore` checks.
 */
export async function checkRound(round: Round): Promise<Finding[]> {
  const events = await readStored(round.store);
  const threads = Map.groupBy(events, ({ threadId }) => threadId);
  return [
    ...round.findings,
    ...[...threads.values()].flatMap(checkThread),
    ...checkLinks(events),
    ...checkEffects(events, readTestimonies(round.recorderFile)),
    ...checkCommands(events, round.history),
    ...checkPlan(events, round.plan),
    ...checkStops(events),
    ...(await checkReading(round.store, events)),
    ...(await verifyStore(round.store)).map(({ rule, message }) =>
      finding(rule === 'projection' ? 'rows' : 'order', `verify: ${message}`),
    ),
  ];
}

/** The product's own reader agrees with plain SQL. */
async function checkReading(place: StorePlace, events: readonly LogEvent[]): Promise<Finding[]> {
  const store = await openStore(place, { readOnly: true, now: systemClock.now() });
  const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: () => {} });
  try {
    const read = await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1_000_000 });
    const same =
      read.length === events.length &&
      read.every((event, index) => printEvent(event) === printEvent(events[index] ?? event));
    return same
      ? []
      : [finding('lost', `The log reads ${read.length} events where the file holds ${events.length}, or other ones.`)];
  } finally {
    await log.close();
  }
}
