import assert from 'node:assert/strict';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { AppendResult, EventLog } from '../../packages/server/src/ports/log/event-log.ts';
import { accepted } from '../support/apps/replies.ts';
import { delegateTo, endChild, header, ids, message, openChat, startStep } from '../support/stores/facts.ts';

/*
 * Operations of the contract on a log, as short functions.
 */

export async function openOne(log: EventLog): Promise<ThreadState> {
  const threadId = ids.thread();
  accepted(await log.append(header('open-chat'), [openChat(threadId)]));
  return thread(log, threadId);
}

export async function say(log: EventLog, threadId: ThreadId, text: string): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts: [message(text)] }]));
}

export function tryBegin(log: EventLog, state: ThreadState): Promise<AppendResult> {
  const entry = { threadId: state.threadId, guard: { epoch: state.epoch }, facts: [startStep(state)] };
  return log.append(header('start-step'), [entry]);
}

export async function begin(log: EventLog, state: ThreadState): Promise<ThreadState> {
  accepted(await tryBegin(log, state));
  return thread(log, state.threadId);
}

export async function delegated(log: EventLog, count: number): Promise<{ parent: ThreadState; children: ThreadId[] }> {
  const begun = await begin(log, await openOne(log));
  const { own, children } = delegateTo(begun, count);
  accepted(
    await log.append(header('end-step'), [
      { threadId: begun.threadId, guard: { epoch: begun.epoch }, facts: own },
      ...children,
    ]),
  );
  return { parent: await thread(log, begun.threadId), children: children.map((child) => child.threadId) };
}

export function endAll(log: EventLog, parentId: ThreadId, children: readonly ThreadId[]): Promise<AppendResult[]> {
  return Promise.all(
    children.map((childId) =>
      log.decide(header('end-step'), [childId, parentId], (view) =>
        endChild(view.thread(childId) ?? assert.fail('no child'), view.thread(parentId)),
      ),
    ),
  );
}

export async function thread(log: EventLog, threadId: ThreadId): Promise<ThreadState> {
  return (await log.thread(localWorkspaceId, threadId)) ?? assert.fail(`no thread ${threadId}`);
}

export function textsOf(state: ThreadState): string[] {
  return state.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item.text] : []));
}
