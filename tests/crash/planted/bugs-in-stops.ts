import type { PlantedBug } from './bug.ts';
import { server } from './bug.ts';

/** In the stops of workspaces and of the server. */
export const bugsInStops: Omit<PlantedBug, 'round'>[] = [
  {
    name: 'a stop is remembered by the process and not stored',
    changes: [
      {
        file: `${server}/workspaces/stops.ts`,
        find: `return { kept: { stopId: stopsRecordId, stops }, reply: stops };`,
        replace: `return { kept: { stopId: stopsRecordId, stops: current?.value.stops ?? [] }, reply: stops };`,
      },
    ],
    caughtAs: ['order'],
  },
  {
    name: 'a stop of the server leaves out running chats',
    changes: [
      {
        file: `${server}/transitions/stops.ts`,
        find: `|| isStoppedBy(stops, thread.workspaceId);`,
        replace: `|| stops.some(({ scope }) => scope === thread.workspaceId);`,
      },
    ],
    caughtAs: ['order'],
  },
  {
    name: 'a resume leaves the stop in its record',
    changes: [
      {
        file: `${server}/workspaces/stops.ts`,
        find: `return { kept: { stopId: stopsRecordId, stops }, reply: stops };`,
        replace: `const before = current?.value.stops ?? []; return { kept: { stopId: stopsRecordId, stops: stops.length < before.length ? before : stops }, reply: stops };`,
      },
    ],
    caughtAs: ['resume'],
  },
];
