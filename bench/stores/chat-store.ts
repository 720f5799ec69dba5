import type { CallId, Fact, ThreadId, ThreadState } from '@retinue/protocol';
import { agentIdOf, defaultLimits, localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../../packages/server/src/main.ts';
import type { Entry } from '../../packages/server/src/ports/log/event-log.ts';
import type { ResolvedAgent } from '../../packages/server/src/ports/settings/agents.ts';
import { openChild, openRoot } from '../../packages/server/src/transitions/open-thread.ts';
import { lookUp } from '../delegation/workload.ts';
import { append } from './open-store.ts';
import { endedCall, Pen, stepUsage } from './pen.ts';

export interface ChatShape {
  turns: number;
  tasks: number;
  calls: number;
}
export const chatShape: ChatShape = { turns: 20, tasks: 4, calls: 10 };

/** Appends that run in parallel, as the engine makes those of children that run at the same time. */
type Wave = readonly (readonly Entry[])[];

/**
 * A chat with its whole history, written through the log. Written step by step it has the rows that the engine leaves,
 * in the same order on disk; a whole turn in one append has the same rows and is many times faster to make.
 */
export async function writeChat(retinue: Retinue, shape: ChatShape, pace: 'step by step' | 'turns'): Promise<ThreadId> {
  const rootId = retinue.ids.thread();
  const pen = new Pen(rootId, retinue.ids);
  const leader = await resolvedAgent(retinue, 'orchestrator');
  const researcher = await resolvedAgent(retinue, 'researcher');
  const limits = { ...defaultLimits, maxTasksPerTurn: 1000 };
  const opening = openRoot(rootId, leader, limits, 'How did the towns do?', retinue.ids.message());
  await append(retinue, [pen.entry(opening, 'new')]);
  for (let turn = 1; turn <= shape.turns; turn += 1) {
    const root = await retinue.log.thread(localWorkspaceId, rootId);
    if (!root) throw new Error('The chat is gone.');
    const waves = wavesOfTurn(retinue, pen, { ...root, turn }, researcher, shape);
    if (pace === 'turns') await append(retinue, waves.flat(2));
    else for (const wave of waves) await Promise.all(wave.map((entries) => append(retinue, entries)));
  }
  return rootId;
}

export async function resolvedAgent({ agents }: Retinue, name: string): Promise<ResolvedAgent> {
  const found = await agents.resolve(localWorkspaceId, agentIdOf(name));
  if (!found) throw new Error(`There is no agent ${name}.`);
  return found;
}

function wavesOfTurn(
  retinue: Retinue,
  root: Pen,
  state: ThreadState,
  researcher: ResolvedAgent,
  { tasks, calls }: ChatShape,
): Wave[] {
  const waves: Wave[] = [[[root.message(`And in year ${state.turn}?`)]], [[root.startStep()]]];
  const sent = Array.from({ length: tasks }, (_, index) => send(retinue, root, state, researcher, index));
  const callIds = sent.map(({ callId }) => callId);
  const delegation = root.endStep(
    spoken,
    callIds,
    sent.flatMap(({ facts }) => facts),
  );
  waves.push([[delegation, ...sent.map(({ opening }) => opening)]]);
  for (let round = 0; round < calls; round += 1) waves.push(...wavesOfRound(retinue, sent, round));
  waves.push(sent.map(({ pen }) => [pen.startStep()]));
  waves.push(
    sent.map((child) => [child.pen.endStep(spoken, [], [child.pen.endThread(spoken)]), root.entry(report(child))]),
  );
  waves.push([[root.startStep()]], [[root.endStep(spoken, [], [root.endThread(spoken)])]]);
  return waves;
}

interface Sent {
  pen: Pen;
  callId: CallId;
  /** The parent's step that delegated to it. */
  step: number;
  task: Extract<Fact, { type: 'task.opened' }>['data'];
  facts: Fact[];
  opening: Entry;
}

/** A task as the parent's step opens it, and the first facts of its child. */
export function send({ ids }: Retinue, root: Pen, state: ThreadState, agent: ResolvedAgent, index: number): Sent {
  const callId = ids.call();
  const instruction = `Part ${index} of turn ${state.turn}: look up the yearly figures of every town and report them.`;
  const messageIds: [ReturnType<typeof ids.message>, ReturnType<typeof ids.message>] = [ids.message(), ids.message()];
  const delegation = {
    callId,
    step: root.step,
    attempt: 1,
    retryOf: null,
    instruction,
    resolved: agent,
    messageIds,
    deniedTools: [],
  };
  const { task, child } = openChild(state, delegation);
  const links = { taskId: task.data.taskId, subAgentThreadId: child.threadId };
  const args = { task: instruction, subAgentId: agent.definition.agentId };
  const requested = { callId, step: root.step, name: 'newTask', args, effect: 'idempotent', ...links } as const;
  const pen = new Pen(child.threadId, ids, child.facts.length);
  const facts: Fact[] = [{ type: 'call.requested', data: requested }, task];
  return { pen, callId, step: root.step, task: task.data, facts, opening: child };
}

function wavesOfRound({ ids }: Retinue, sent: readonly Sent[], round: number): Wave[] {
  const work = sent.map(({ pen }) => ({ pen, callId: ids.call() }));
  const args = { town: `Bad Salzungen ${round}`, year: 2000 + round };
  return [
    work.map(({ pen }) => [pen.startStep()]),
    work.map(({ pen, callId }) => [pen.endStep(spoken, [callId], [pen.requestCall(callId, 'lookup', args)])]),
    work.map(({ pen, callId }) => [pen.startCall(callId)]),
    work.map(({ pen, callId }) => [pen.endCall(callId, lookUp(args))]),
  ];
}

/** The effect of a child's end on its parent. */
function report({ callId, step, task }: Sent): Fact[] {
  const { taskId } = task;
  const ended = { callId, step, taskId, status: 'success', result: spoken, reason: null, usage: stepUsage } as const;
  return [{ type: 'task.ended', data: ended }, endedCall(callId, step, { taskId, status: 'success', result: spoken })];
}

const spoken = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ');
