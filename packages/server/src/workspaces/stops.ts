import { instanceWorkspaceId, isRefusal } from '@retinue/protocol';
import type { Stops } from '../ports/engine/stops.ts';
import { isStoppedBy, readStops, type Stop, stopsRecordId } from '../ports/engine/stops.ts';
import { changeRecord, type RecordPlace, type Records } from '../ports/log/records.ts';
import type { Clock } from '../ports/runtime/clock.ts';

/**
 * Reads the stops once: afterwards only this process changes them. A damaged record is replaced by a stop of the server,
 * which a person sees and can lift.
 */
export async function createStops({ records, clock, isReadOnly }: StopsOptions): Promise<Stops> {
  let known = readStops(await records.get(instanceWorkspaceId, place.kind, place.id));
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const listener of listeners) listener();
  };
  const change = async (make: (stops: readonly Stop[]) => Stop[]) => {
    const changed = await changeRecord(records, { workspaceId: instanceWorkspaceId }, place, (current) => {
      const stops = make(readStops(current));
      return { kept: { stopId: stopsRecordId, stops }, reply: stops };
    });
    if (!isRefusal(changed)) known = changed;
  };
  const damaged = (await records.damaged([place.kind])).some(({ id }) => id === stopsRecordId);
  if (damaged) known = [{ scope: 'server', stoppedAt: clock.now(), by: 'engine', isSettled: false }];
  if (damaged && !isReadOnly) await change(() => [...known]);
  return {
    list: () => known,
    isStopped: (workspaceId) => isStoppedBy(known, workspaceId),
    async add(scope, by) {
      const stop: Stop = { scope, stoppedAt: clock.now(), by, isSettled: false };
      await change((stops) => (stops.some((one) => one.scope === scope) ? [...stops] : [...stops, stop]));
      tellAll();
      return known.find((one) => one.scope === scope) ?? stop;
    },
    async remove(scope) {
      await change((stops) => stops.filter((one) => one.scope !== scope));
      tellAll();
    },
    async settle(scope) {
      await change((stops) => stops.map((one) => (one.scope === scope ? { ...one, isSettled: true } : one)));
    },
    onChange(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
}

interface StopsOptions {
  records: Records;
  clock: Clock;
  isReadOnly: boolean;
}

const place: RecordPlace = { kind: 'stop', id: stopsRecordId };
