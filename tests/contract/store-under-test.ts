import type { Failpoints } from '../../packages/server/src/log/failpoints.ts';
import type { Finding } from '../../packages/server/src/ports/log/finding.ts';
import type { OpenedLog } from '../../packages/server/src/ports/log/opened-log.ts';
import type { Clock } from '../../packages/server/src/ports/runtime/clock.ts';

/** A store under test: it keeps its content when it is reopened. */
export interface StoreUnderTest extends AsyncDisposable {
  open(failpoints: Failpoints, clock?: Clock): Promise<OpenedLog>;
  /** Its inconsistencies, including the projections: they are computed again from the log and compared. */
  findings(): Promise<Finding[]>;
}
