import type { Failpoints } from '../../packages/server/src/log/failpoints.ts';
import type { Clock } from '../../packages/server/src/ports/clock.ts';
import type { Finding } from '../../packages/server/src/ports/finding.ts';
import type { OpenedLog } from '../../packages/server/src/ports/opened-log.ts';

/** A store under test: it can be opened again after it was closed, and holds what it held. */
export interface StoreUnderTest extends AsyncDisposable {
  open(failpoints: Failpoints, clock?: Clock): Promise<OpenedLog>;
  /** What does not hold in it, the projections among it: they are computed anew from the log and compared. */
  findings(): Promise<Finding[]>;
}
