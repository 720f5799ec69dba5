import type { Event } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import { RequestAge } from '../requests/request-age.ts';
import { HidingTimes } from './hiding-times.ts';
import { WorkTimes } from './work-times.ts';

/** What the log counts without the time of day, from what it has committed. */
export class LogTimes {
  readonly requests: RequestAge;
  readonly hiding: HidingTimes;
  readonly work: WorkTimes;

  constructor(clock: Clock) {
    this.requests = new RequestAge(clock);
    this.hiding = new HidingTimes(clock);
    this.work = new WorkTimes(clock);
  }

  note(events: readonly Event[]): void {
    this.hiding.note(events);
    this.work.note(events);
  }
}
