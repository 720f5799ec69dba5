import type { Refusal, StopScope } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { Config } from '../config.ts';
import type { Retinue } from '../main.ts';
import { buildRetinue } from '../main.ts';
import { wishOf } from './context.ts';
import type { Failure } from './exit.ts';
import { refused } from './refused.ts';
import type { Wishes, Workplace } from './workplace.ts';

/** The work is done in this process, which holds the store meanwhile. */
export async function openHere(config: Config, onProblem: (problem: unknown) => void): Promise<Workplace> {
  const retinue = await buildRetinue(config, { onProblem });
  const { log, live, clock } = retinue;
  return {
    log,
    wishes: wishesOf(retinue),
    draft: live.draft,
    now: () => clock.now(),
    follow: (_rootIds, follower) => log.subscribe(({ events }) => follower.take(events)),
    start: retinue.start,
    stop: retinue.stop,
    restWords: 'Stopped. What is open goes on at the next start.',
  };
}

function wishesOf(retinue: Retinue): Wishes {
  const { commands } = retinue;
  return {
    async openChat(command) {
      const reply = await commands.openChat(wishOf(retinue), command);
      return reply.refusal ? refused(reply.refusal) : reply.done;
    },
    sendMessage: (_rootId, command) => failureOf(commands.sendMessage(wishOf(retinue), command)),
    answerQuestion: (_rootId, command) => failureOf(commands.answerQuestion(wishOf(retinue), command)),
    answerApproval: (_rootId, command) => failureOf(commands.answerApproval(wishOf(retinue), command)),
    renewApproval: (_rootId, command) => failureOf(commands.renewApproval(wishOf(retinue), command)),
    cancelThread: (_rootId, command) => failureOf(commands.cancelThread(wishOf(retinue), command)),
    cancelTask: (_rootId, command) => failureOf(commands.cancelTask(wishOf(retinue), command)),
    retryTask: (_rootId, command) => failureOf(commands.retryTask(wishOf(retinue), command)),
    backgroundTask: (_rootId, command) => failureOf(commands.backgroundTask(wishOf(retinue), command)),
    renameChat: (_rootId, command) => failureOf(commands.renameChat(wishOf(retinue), command)),
    deleteChat: (_rootId, command) => failureOf(commands.deleteChat(wishOf(retinue), command)),
    stopChat: (_rootId, command) => failureOf(commands.stopChat(wishOf(retinue), command)),
    resumeChat: (_rootId, command) => failureOf(commands.resumeChat(wishOf(retinue), command)),
    stopAll: (scope) => commands.stopAll(wishOf(retinue), scopeOf(scope)),
    resumeAll: async (scope) => {
      await commands.resumeAll(scopeOf(scope));
      return null;
    },
    stoppedBy: async () => {
      const scopes = retinue.stops.list().map(({ scope }) => scope);
      if (scopes.includes('server')) return 'server';
      return scopes.includes(localWorkspaceId) ? 'workspace' : null;
    },
  };
}

function scopeOf(scope: 'workspace' | 'server'): StopScope {
  return scope === 'server' ? 'server' : localWorkspaceId;
}

async function failureOf(replying: Promise<{ refusal: Refusal | null }>): Promise<Failure | null> {
  const { refusal } = await replying;
  return refusal && refused(refusal);
}
