import type { IdMaker, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { BeforeHookRunner } from '../ports/engine/before-hooks.ts';
import type { Live } from '../ports/engine/live.ts';
import type { Models } from '../ports/engine/model.ts';
import type { Tools } from '../ports/engine/tool.ts';
import type { AppendLabel } from '../ports/log/append-labels.ts';
import type { EventLog, Header, RecordView } from '../ports/log/event-log.ts';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import type { AgentDirectory } from '../ports/settings/agents.ts';
import type { Prices } from '../ports/settings/prices.ts';
import type { ToolRules } from '../ports/settings/workspaces.ts';

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
