import type { IdMaker } from '@retinue/protocol';
import type { AgentLibrary } from './agents.ts';
import type { ApprovalTimes } from './approval-times.ts';
import type { Clock } from './clock.ts';
import type { ImportChat } from './import.ts';
import type { Live } from './live.ts';
import type { OpenedLog } from './opened-log.ts';
import type { PriceList } from './prices.ts';
import type { Providers } from './providers.ts';
import type { Records } from './records.ts';
import type { Search } from './search.ts';
import type { Skills } from './skills.ts';
import type { Stops } from './stops.ts';
import type { Tools } from './tool.ts';
import type { Webhooks } from './webhooks.ts';
import type { Workspaces } from './workspaces.ts';

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
  verify(signal: AbortSignal): Promise<{ rule: string; about: string; words: string }[]>;
  backUp(): AsyncGenerator<string>;
  /** Whether the store takes a write, as it was a few seconds ago at most. */
  canWrite(): Promise<boolean>;
  importChat: ImportChat;
}
