import { localWorkspaceId, questionIdSchema, type ThreadId, taskIdSchema } from '@retinue/protocol';
import type { jumpingClock } from './jumping-clock.ts';
import type { Standstill } from './random-walk.ts';
import type { ServedHouse } from './served.ts';

/** Who makes a walk go on; what was stopped or tried again once is left alone. */
interface Mover {
  served: ServedHouse;
  clock: ReturnType<typeof jumpingClock>;
  chatId: ThreadId;
  chance: () => number;
  done: Set<string>;
}

/** Some things happen: something goes on, a person answers, writes, stops or tries again. */
export async function moveOn(mover: Mover, still: Standstill): Promise<void> {
  const { served, clock, chance, chatId, done } = mover;
  const params = { workspaceId: localWorkspaceId, chatId };
  const some = still.gates.filter(() => chance() < 0.6);
  for (const { barriers, name } of some.length > 0 ? some : still.gates.slice(0, 1)) barriers.release(name);
  const isStuck = still.gates.length === 0;
  if (still.retries && (chance() < 0.7 || isStuck)) clock.jump(61_000);
  const question = still.questions[0];
  if (question && (chance() < 0.4 || isStuck)) {
    const questionId = questionIdSchema.parse(question.questionId);
    await served.owner.answerQuestion({ params: { ...params, questionId }, body: { answer: 'Left' } });
  }
  if (chance() < 0.2) await served.owner.sendMessage({ params, body: { text: 'And hurry, **please**.' } });
  const stopped = still.openTasks[Math.floor(chance() * still.openTasks.length)];
  if (stopped && chance() < 0.3 && !done.has('stop')) {
    done.add('stop');
    const taskId = taskIdSchema.parse(stopped);
    await served.owner.cancelTask({ params: { ...params, taskId } }).catch(() => {});
  }
  const failed = still.endedBadly[0];
  if (failed && chance() < 0.4 && !done.has(failed)) {
    done.add(failed);
    const taskId = taskIdSchema.parse(failed);
    await served.owner.retryTask({ params: { ...params, taskId }, body: { instruction: null } }).catch(() => {});
  }
}
