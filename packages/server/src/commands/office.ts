import type { Actor, CommandId, IdMaker, Limits, Refusal, Role, WorkspaceId } from '@retinue/protocol';
import type { Roster } from '../ports/agents.ts';
import type { AppendLabel } from '../ports/append-labels.ts';
import type { AppendResult, EventLog, Header } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import type { Stops } from '../ports/stops.ts';
import type { Tools } from '../ports/tool.ts';
import type { ToolRules } from '../ports/workspaces.ts';
import type { ApprovalTimes } from './approval-times.ts';

/** What the commands work with. */
export interface Office {
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
export interface Wish {
  workspaceId: WorkspaceId;
  actor: Actor;
  role: Role;
  commandId: CommandId;
  once?: { key: string; request: string };
}

export type Reply<Done> = { refusal: null; done: Done } | { refusal: Refusal };

export function headerOf({ workspaceId, actor, commandId, once }: Wish, label: AppendLabel, reply: object): Header {
  const header = { label, workspaceId, actor, commandId };
  return once ? { ...header, once: { ...once, reply: () => JSON.stringify(reply) } } : header;
}

/** What the wisher is told: the refusal, the answer that a repeated request got the first time, or this one. */
export function replyFrom<Done>(result: AppendResult, done: Done): Reply<Done> {
  if (result.refusal) return { refusal: result.refusal };
  return { refusal: null, done: result.repeated === null ? done : (JSON.parse(result.repeated) as Done) };
}
