import { instanceWorkspaceId, isRefusal } from '@retinue/protocol';
import type { Stops } from '../ports/engine/stops.ts';
import { isStoppedBy, type Stop, stopsRecordId } from '../ports/engine/stops.ts';
import type { AppendLabel } from '../ports/log/append-labels.ts';
import { recordShapes } from '../ports/log/record-shapes.ts';
import type { Records } from '../ports/log/records.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { collection } from '../records/collection.ts';

/**
 * Reads the stops once: afterwards only this process changes them. A damaged record is replaced by a stop of the server,
 * which a person sees and can lift.
 */
export async function createStops({ records, clock, isReadOnly }: StopsOptions): Promise<Stops> {
  const kept = collection(records, 'stop', recordShapes.stop);
  let known: readonly Stop[] = (await kept.get(instanceWorkspaceId, stopsRecordId))?.value.stops ?? [];
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const listener of listeners) listener();
  };
  const change = async (make: (stops: readonly Stop[]) => Stop[], label?: AppendLabel) => {
    const request = { workspaceId: instanceWorkspaceId, ...(label && { label }) };
    const changed = await kept.change(request, stopsRecordId, (current) => {
      const stops = make(current?.value.stops ?? []);
      return { kept: { stopId: stopsRecordId, stops }, reply: stops };
    });
    if (!isRefusal(changed)) known = changed;
  };
  const damaged = (await records.damaged(['stop'])).some(({ id }) => id === stopsRecordId);
  if (damaged) known = [{ scope: 'server', stoppedAt: clock.now(), by: 'engine', isSettled: false }];
  if (damaged && !isReadOnly) await change(() => [...known]);
  return {
    list: () => known,
    isStopped: (workspaceId) => isStoppedBy(known, workspaceId),
    async add(scope, by) {
      const stop: Stop = { scope, stoppedAt: clock.now(), by, isSettled: false };
      await change(
        (stops) => (stops.some((one) => one.scope === scope) ? [...stops] : [...stops, stop]),
        scope === 'server' ? 'stop-server' : 'stop-workspace',
      );
      tellAll();
      return known.find((one) => one.scope === scope) ?? stop;
    },
    async remove(scope) {
      await change(
        (stops) => stops.filter((one) => one.scope !== scope),
        scope === 'server' ? 'resume-server' : 'resume-workspace',
      );
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
