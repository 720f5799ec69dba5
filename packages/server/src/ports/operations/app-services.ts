import type { IdMaker, JobProgress } from '@retinue/protocol';
import type { ApprovalTimes } from '../engine/approval-times.ts';
import type { Live } from '../engine/live.ts';
import type { Stops } from '../engine/stops.ts';
import type { Tools } from '../engine/tool.ts';
import type { RunImport } from '../log/import.ts';
import type { OpenedLog } from '../log/opened-log.ts';
import type { Records } from '../log/records.ts';
import type { Search } from '../log/search.ts';
import type { Clock } from '../runtime/clock.ts';
import type { AgentLibrary } from '../settings/agents.ts';
import type { PriceList } from '../settings/prices.ts';
import type { Providers } from '../settings/providers.ts';
import type { Skills } from '../settings/skills.ts';
import type { Webhooks } from '../settings/webhooks.ts';
import type { Workspaces } from '../settings/workspaces.ts';

/** The parts of the product that commands and queries use. */
export interface AppServices {
  log: OpenedLog;
  live: Live;
  agents: AgentLibrary;
  providers: Providers;
  prices: PriceList;
  skills: Skills;
  records: Records;
  workspaces: Workspaces;
  ids: IdMaker;
  clock: Clock;
  tools: Tools;
  search: Search;
  stops: Stops;
  webhooks: Webhooks;
  approvalTimes: ApprovalTimes;
  /** Lists what is inconsistent in the store. */
  verify(signal: AbortSignal): Promise<{ rule: string; about: string; message: string }[]>;
  backUp(): AsyncGenerator<string>;
  /** Backups and checks that are running. */
  listJobs(): JobProgress[];
  /** Whether the store takes a write, at most a few seconds ago. */
  canWrite(): Promise<boolean>;
  importChat: RunImport;
}
