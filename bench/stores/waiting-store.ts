import type { FactFields, ThreadState } from '@retinue/protocol';
import { defaultLimits, fold, questionIdOf } from '@retinue/protocol';
import type { Retinue } from '../../packages/server/src/main.ts';
import type { Entry } from '../../packages/server/src/ports/log/event-log.ts';
import { openRoot } from '../../packages/server/src/transitions/open-thread.ts';
import { resolvedAgent, send } from './chat-store.ts';
import { append } from './open-store.ts';
import { Pen } from './pen.ts';

/** Many threads at rest: half of them wait for a child, and these children for a person. */
export async function writeWaitingThreads(retinue: Retinue, count: number): Promise<void> {
  const leader = await resolvedAgent(retinue, 'orchestrator');
  const researcher = await resolvedAgent(retinue, 'researcher');
  const chat = (): Entry[] => {
    const root = new Pen(retinue.ids.thread(), retinue.ids);
    const opening = openRoot(root.threadId, leader, defaultLimits, 'A question', retinue.ids.message());
    const opened = [root.entry(opening, 'new'), root.message('How did the towns do?'), root.startStep()];
    const child = send(retinue, root, openedState(root, opening), researcher, 0);
    const callId = retinue.ids.call();
    const question: FactFields<'question.asked'> = {
      callId,
      step: 1,
      questionId: questionIdOf(callId),
      kind: 'answer',
      text: 'Which?',
      options: [],
    };
    const asking = child.pen.startStep();
    const asked = child.pen.endStep(
      '',
      [callId],
      [child.pen.requestCall(callId, 'askUser', { question: 'Which?' }), { type: 'question.asked', data: question }],
    );
    return [...opened, root.endStep('', [child.callId], child.facts), child.opening, asking, asked];
  };
  for (let written = 0; written < count; written += 2 * chatsPerAppend) {
    await append(retinue, Array.from({ length: chatsPerAppend }, chat).flat());
  }
}

const chatsPerAppend = 50;

/** The part of its parent that the opening of a child needs. */
function openedState({ threadId }: Pen, facts: Entry['facts']): ThreadState {
  const envelope = { workspaceId: 'ws_local', rootId: threadId, threadId, at: 0, actor: 'engine', commandId: null };
  const opened = fold(null, [{ ...envelope, ...facts[0], position: 1, seq: 1 } as never]);
  if (!opened) throw new Error('the opening opens a thread');
  return { ...opened, turn: 1 };
}
