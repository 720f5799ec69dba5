import { localWorkspaceId, type ThreadId, taskIdSchema } from '@retinue/protocol';
import type { ServedApp } from '../apps/served-app.ts';
import type { jumpingClock } from '../clocks/jumping-clock.ts';
import type { Barriers } from '../scripted/barriers.ts';
import { type Standstill, standstill } from './random-walk.ts';

type Question = Standstill['questions'][number];

/** Makes a walk continue; a task that was stopped, sent to the background or retried once is left alone. */
interface Mover {
  served: ServedApp;
  toolGates: Barriers;
  clock: ReturnType<typeof jumpingClock>;
  chatId: ThreadId;
  random: () => number;
  done: Set<string>;
}

/**
 * Some moves happen: a person answers, writes, stops, sends to the background or retries, and some work continues. Each
 * has come to rest before the next: its effect is the same in every run.
 */
export async function moveOn(mover: Mover, still: Standstill): Promise<void> {
  const { served, toolGates, clock, random, chatId } = mover;
  const settled = () => standstill(served, toolGates, chatId);
  const isStuck = still.gates.length === 0;
  const some = still.gates.filter(() => random() < 0.6);
  const question = still.questions[Math.floor(random() * still.questions.length)];
  if (question && (random() < 0.7 || isStuck)) await answer(mover, question);
  await settled();
  await act(mover, still);
  await settled();
  if (still.retries && (random() < 0.7 || isStuck)) clock.jump(61_000);
  for (const { barriers, name } of some.length > 0 ? some : still.gates.slice(0, 1)) {
    await settled();
    barriers.release(name);
  }
}

async function act({ served, chatId, random, done }: Mover, still: Standstill): Promise<void> {
  const params = { workspaceId: localWorkspaceId, chatId };
  const oneOf = (tasks: readonly string[]) => tasks[Math.floor(random() * tasks.length)];
  const once = (what: string, task: string | undefined, likely: number) => {
    if (!task || random() >= likely || done.has(what)) return null;
    done.add(what);
    return { ...params, taskId: taskIdSchema.parse(task) };
  };
  if (random() < 0.2) await served.owner.sendMessage({ params, body: { text: 'And hurry, **please**.' } });
  const stopped = once('stop', oneOf(still.openTasks), 0.3);
  if (stopped) await served.owner.cancelTask({ params: stopped }).catch(() => {});
  const sent = once('background', oneOf(still.awaited), 0.3);
  if (sent) await served.owner.backgroundTask({ params: sent }).catch(() => {});
  const [failed] = still.endedBadly;
  const retried = once(failed ?? '', failed, 0.4);
  if (retried) await served.owner.retryTask({ params: retried, body: { instruction: null } }).catch(() => {});
}

async function answer({ served, chatId, random }: Mover, { questionId, kind }: Question): Promise<void> {
  const params = { workspaceId: localWorkspaceId, chatId, questionId };
  if (kind === 'answer') {
    await served.owner.answerQuestion({ params, body: { answer: 'Left' } });
    return;
  }
  const isRefused = random() < 0.5;
  const body = { verdict: isRefused ? 'refused' : 'approved', reason: isRefused ? 'Not *today*.' : '' } as const;
  await served.owner.answerApproval({ params, body });
}
