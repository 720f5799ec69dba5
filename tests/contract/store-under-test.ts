import type { Failpoints } from '../../packages/server/src/log/failpoints.ts';
import type { Finding } from '../../packages/server/src/log/verify-finding.ts';
import type { Clock } from '../../packages/server/src/ports/clock.ts';
import type { EventLog } from '../../packages/server/src/ports/event-log.ts';
import type { Records } from '../../packages/server/src/ports/records.ts';

/** A store under test: it can be opened again after it was closed, and holds what it held. */
export interface StoreUnderTest extends AsyncDisposable {
  open(failpoints: Failpoints, clock?: Clock): Promise<EventLog & { records: Records }>;
  /** What does not hold in it, the projections among it: they are computed anew from the log and compared. */
  findings(): Promise<Finding[]>;
}
