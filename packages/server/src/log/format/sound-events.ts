import type { Event } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { Columns } from '../../ports/sql.ts';

/** Events that can be used, and why the others can't. */
export interface SoundEvents {
  events: Event[];
  damage: DamagedThreadError[];
}

/** A damaged event never hides the others: it is left out of what is read, and told of. */
export function soundEvents(rows: readonly Columns[], toEvent: (row: Columns) => Event): SoundEvents {
  const events: Event[] = [];
  const damage: DamagedThreadError[] = [];
  for (const row of rows) {
    try {
      events.push(toEvent(row));
    } catch (error) {
      if (!(error instanceof DamagedThreadError)) throw error;
      damage.push(error);
    }
  }
  return { events, damage };
}

/** As many sound events as were asked for, or all that there are: a caller takes a shorter page for the last one. */
export async function soundPage(
  place: { after: number; limit: number },
  page: (after: number, limit: number) => Promise<Columns[]>,
  toEvent: (row: Columns) => Event,
): Promise<SoundEvents> {
  const found: SoundEvents = { events: [], damage: [] };
  let { after } = place;
  while (true) {
    const wanted = place.limit - found.events.length;
    const rows = await page(after, wanted);
    const { events, damage } = soundEvents(rows, toEvent);
    for (const event of events) found.events.push(event);
    found.damage.push(...damage);
    if (damage.length === 0 || rows.length < wanted) return found;
    after = Number(rows.at(-1)?.position);
  }
}
