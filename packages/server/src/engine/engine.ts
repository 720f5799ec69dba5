import type { IdMaker, ThreadState } from '@retinue/protocol';
import type { Roster } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { AppendLabel, EventLog, Header } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import type { Models } from '../ports/model.ts';
import type { Prices } from '../ports/prices.ts';
import type { Tools } from '../ports/tool.ts';

/** What the engine works with. It knows neither stores nor vendors. */
export interface Engine {
  log: EventLog;
  live: Live;
  models: Models;
  prices: Prices;
  tools: Tools;
  agents: Roster;
  clock: Clock;
  ids: IdMaker;
  chance: () => number;
}

export function headerFor(thread: ThreadState, label: AppendLabel): Header {
  return { label, workspaceId: thread.workspaceId, actor: 'engine', commandId: null };
}
