import type { Actor, CommandId, IdMaker, Limits, Refusal, Role, WorkspaceId } from '@retinue/protocol';
import type { Roster } from '../ports/agents.ts';
import type { AppendLabel } from '../ports/append-labels.ts';
import type { AppendResult, Decided, Entry, EventLog, Header } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import type { Stops } from '../ports/stops.ts';
import type { Tools } from '../ports/tool.ts';
import type { ToolRules } from '../ports/workspaces.ts';
import type { ApprovalTimes } from './approval-times.ts';

/** What the commands work with. */
export interface CommandDeps {
  log: EventLog;
  live: Live;
  agents: Roster;
  ids: IdMaker;
  /** What bounds the trees of a workspace, from the next chat on. */
  limitsOf(workspaceId: WorkspaceId): Promise<Limits>;
  rulesOf(workspaceId: WorkspaceId): Promise<ToolRules>;
  tools: Tools;
  now(): number;
  approvalTimes: ApprovalTimes;
  stops: Stops;
}

/** Who wishes it, where, and under which key; the same key twice has one effect. */
export interface CommandContext {
  workspaceId: WorkspaceId;
  actor: Actor;
  role: Role;
  commandId: CommandId;
  once?: { key: string; request: string };
}

export type Reply<Done> = { refusal: null; done: Done } | { refusal: Refusal };

export function headerOf({ workspaceId, actor, commandId, once }: CommandContext, label: AppendLabel): Header {
  const header = { label, workspaceId, actor, commandId };
  return once ? { ...header, once } : header;
}

/** A decision with its reply, unless it is a refusal. */
export function withReply<Done>(decided: readonly Entry[] | Refusal, reply: Done): Decided<Done> | Refusal {
  return 'code' in decided ? decided : { entries: decided, reply };
}

/** The refusal, or the reply; a repeated request gets the reply of the first one. */
export function replyFrom<Done>(result: AppendResult<Done>): Reply<Done> {
  return result.refusal ? { refusal: result.refusal } : { refusal: null, done: result.reply };
}
