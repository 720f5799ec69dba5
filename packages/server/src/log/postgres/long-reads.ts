import type { Ask } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { Slots } from '../../ports/runtime/slots.ts';

/** The connections of long reads, so that they leave those of all other reads free. */
export const longReadConnections = 2;

/** Runs as many long reads at once as there are connections for them. More wait in line, up to a bound. */
export function longReads(ask: Ask): Ask {
  const slots = new Slots(longReadConnections, maxWaiting);
  return async <Row>(...query: Parameters<Ask>) => {
    if (!(await slots.take())) {
      throw new StoreError('overloaded', 'Too many long reads are waiting. Retry in a moment.');
    }
    try {
      return await ask<Row>(...query);
    } finally {
      slots.leave();
    }
  };
}

const maxWaiting = 64;
