import type { IdMaker, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { AgentDirectory } from '../ports/agents.ts';
import type { AppendLabel } from '../ports/append-labels.ts';
import type { BeforeHookRunner } from '../ports/before-hooks.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog, Header, RecordView } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import type { Models } from '../ports/model.ts';
import type { OpenedLog } from '../ports/opened-log.ts';
import type { Prices } from '../ports/prices.ts';
import type { Tools } from '../ports/tool.ts';
import type { ToolRules } from '../ports/workspaces.ts';

/** The dependencies of the engine. It knows neither stores nor vendors. */
export interface Engine {
  log: EventLog & Pick<OpenedLog, 'readModels' | 'damage'>;
  live: Live;
  models: Models;
  prices: Prices;
  tools: Tools;
  agents: AgentDirectory;
  clock: Clock;
  ids: IdMaker;
  beforeHooks: BeforeHookRunner | null;
  random: () => number;
  /** The workspace's rules for tools, as this transaction sees them. */
  rulesIn(view: RecordView, workspaceId: WorkspaceId): ToolRules;
}

export function headerFor(thread: ThreadState, label: AppendLabel): Header {
  return { label, workspaceId: thread.workspaceId, actor: 'engine', commandId: null };
}
