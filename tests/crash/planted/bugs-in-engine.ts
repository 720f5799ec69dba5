import type { PlantedBug } from './bug.ts';
import { dyingAt, protocol, server, unharmed } from './bug.ts';

/** In decisions of the engine and the commands. */
export const bugsInEngine: PlantedBug[] = [
  {
    name: 'the child is appended after its parent',
    changes: [
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `if (!ended) return [{ ...own, facts }, ...plan.children];`,
        replace: `if (!ended) { later.push(...plan.children); return [{ ...own, facts }]; }`,
      },
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `if (isRefusal(ended) && ended.code === 'stale-epoch') await recordLateUsage(engine, step, reply);`,
        replace: `if (later.length > 0) await engine.log.append(headerFor(step.thread, 'end-step'), later.splice(0));`,
      },
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `function decideEnd(`,
        replace: `const later: Entry[] = [];\nfunction decideEnd(`,
      },
    ],
    round: dyingAt('after:end-step'),
    caughtAs: ['orphan'],
  },
  {
    name: "the parent hears of its child's end in a second append",
    changes: [
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `return endEntries(thread, view, last);`,
        replace: `const entries = endEntries(thread, view, last);
  later.push(...entries.filter(({ threadId }) => threadId === parent?.threadId));
  return entries.filter(({ threadId }) => threadId !== parent?.threadId);`,
      },
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `if (isRefusal(ended) && ended.code === 'stale-epoch') await recordLateUsage(engine, step, reply);`,
        replace: `if (later.length > 0) await engine.log.append(headerFor(step.thread, 'record-late'), later.splice(0));`,
      },
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `function decideEnd(`,
        replace: `const later: Entry[] = [];\nfunction decideEnd(`,
      },
    ],
    round: dyingAt('before:record-late'),
    caughtAs: ['delivery', 'unsettled'],
  },
  {
    name: 'an unsafe call is run again after a crash',
    changes: [
      {
        file: `${server}/engine/recovery/recover.ts`,
        find: `...calls.filter((call) => call.effect === 'unsafe').map(interrupt),`,
        replace: `...calls.filter(() => false).map(interrupt),`,
      },
    ],
    round: dyingAt('before:end-call', 'before:end-call', 'before:end-call'),
    caughtAs: ['unsafe-twice'],
  },
  {
    name: 'every attempt has a key of its own',
    changes: [
      {
        file: `${server}/engine/calls/call-tool.ts`,
        find: `idempotencyKey: callId,`,
        replace: `idempotencyKey: callId + '-' + attempt,`,
      },
    ],
    round: dyingAt('before:end-call', 'before:end-call', 'before:end-call'),
    caughtAs: ['doubt'],
  },
  {
    name: 'the effect comes before its start is recorded',
    changes: [
      {
        file: `${server}/engine/calls/run-calls.ts`,
        find: `const started = await engine.log.decide(headerFor(thread, 'start-calls')`,
        replace: `using earlyTime = new AwakeTime(engine.clock);
          for (const { step, callId, waitsFor } of thread.openCalls) {
            const call = waitsFor === 'tool' && findCall(thread, step, callId);
            if (call) early.set(callId, await callTool(engine, thread, call, { signal, time: earlyTime }));
          }
          const started = await engine.log.decide(headerFor(thread, 'start-calls')`,
      },
      {
        file: `${server}/engine/calls/run-calls.ts`,
        find: `const called = await callTool(engine, thread, call, bounds);`,
        replace: `const called = early.get(call.callId);`,
      },
      {
        file: `${server}/engine/calls/run-calls.ts`,
        find: `async function runCall(engine`,
        replace: `const early = new Map<string, Awaited<ReturnType<typeof callTool>>>();\nasync function runCall(engine`,
      },
    ],
    round: dyingAt('before:start-calls', 'before:start-calls'),
    caughtAs: ['unsafe-twice', 'doubt'],
  },
  {
    name: 'a call begins that nobody has approved',
    changes: [
      {
        file: `${server}/engine/calls/plan-calls.ts`,
        find: `return [askApproval(input.thread, tool, { callId: call.callId, step: input.step })];`,
        replace: `return [];`,
      },
      {
        file: `${server}/engine/calls/run-calls.ts`,
        find: `const isAsked = call.question?.kind === 'approval' || rule === 'ask';`,
        replace: `const isAsked = call.question?.kind === 'approval';`,
      },
    ],
    round: unharmed,
    caughtAs: ['unapproved'],
  },
  {
    name: 'a parent is asked before that is recorded',
    changes: [
      {
        file: `${server}/engine/delegation/consult-parent.ts`,
        find: `if (!(await begin(engine, thread, call, reservation))) return;`,
        replace: `void begin;`,
      },
    ],
    round: unharmed,
    caughtAs: ['order'],
  },
  {
    name: 'a stop leaves out the descendants',
    changes: [
      {
        file: `${server}/commands/cancel-work-below.ts`,
        find: `const threads = isMeant ? threadsToStop(view, threadId) : [];`,
        replace: `const threads = threadsToStop(view, threadId).slice(0, 1);`,
      },
    ],
    round: unharmed,
    caughtAs: ['orphan'],
  },
  {
    name: 'a late end is taken after a stop',
    changes: [
      {
        file: `${server}/main.ts`,
        find: `if (type === 'thread.cancelled') scheduler.interrupt(threadId);`,
        replace: `if (type === 'thread.cancelled') void threadId;`,
      },
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `if (thread.epoch !== step.epoch) return refuse('stale-epoch', { threadId: thread.threadId });`,
        replace: ``,
      },
      {
        file: `${server}/engine/step/end-step.ts`,
        find: `const own = { threadId: thread.threadId, guard: { epoch: step.epoch } };`,
        replace: `const own = { threadId: thread.threadId, guard: 'exists' } as const;`,
      },
    ],
    round: unharmed,
    caughtAs: ['order', 'rerun'],
  },
  {
    name: 'a late result ends its call a second time',
    changes: [
      {
        file: `${server}/engine/calls/run-calls.ts`,
        find: `type: 'call.late', data`,
        replace: `type: 'call.ended', data`,
      },
    ],
    round: unharmed,
    caughtAs: ['delivery', 'order'],
  },
  {
    name: 'a result goes to another call',
    changes: [
      {
        file: `${server}/transitions/tell-parent.ts`,
        find: `if (open) facts.push(answerCall(task, link, told));`,
        replace: `const other = parent.openCalls.findLast((call) => call.waitsFor === 'task');
          if (open && other) facts.push(answerCall(task, { ...link, callId: other.callId, step: other.step }, told));`,
      },
    ],
    round: unharmed,
    caughtAs: ['delivery'],
  },
  {
    name: 'a result is delivered twice',
    changes: [
      {
        file: `${server}/transitions/tell-parent.ts`,
        find: `if (open) facts.push(answerCall(task, link, told));`,
        replace: `if (open) facts.push(answerCall(task, link, told), ...(messageId ? [resultMessage(parent, task, told, messageId)] : []));`,
      },
    ],
    round: unharmed,
    caughtAs: ['delivery'],
  },
  {
    name: 'a blank child wraps up again and again',
    changes: [
      {
        file: `${server}/engine/step/ending-of.ts`,
        find: `if (thread.turnStats.wrapUps === 0) return null;`,
        replace: `if (thread.turnStats.wrapUps < 3) return null;`,
      },
    ],
    round: unharmed,
    caughtAs: ['order'],
  },
  {
    name: 'a step whose call was interrupted is taken again',
    changes: [
      {
        file: `${server}/engine/step/plan-step.ts`,
        find: `if (last && isRetry(thread)) {`,
        replace: `if (last && (isRetry(thread) || (last.status === 'ended' && last.calls.some((call) => call.status === 'interrupted')))) {`,
      },
    ],
    round: dyingAt('before:end-call', 'before:end-call', 'before:end-call'),
    caughtAs: ['rerun', 'twin'],
  },
  {
    name: 'messages start work in a chat whose work is stopped',
    changes: [
      {
        file: `${protocol}/state/owes.ts`,
        find: `thread.hiddenAt !== null || thread.stoppedAt !== null) return null;`,
        replace: `thread.hiddenAt !== null) return null;`,
      },
      {
        file: `${server}/transitions/stops.ts`,
        find: `return isStopped ? refuse('work-stopped', { chatId: thread.rootId }) : null;`,
        replace: `return isStopped && thread.parent ? refuse('work-stopped', { chatId: thread.rootId }) : null;`,
      },
    ],
    round: unharmed,
    caughtAs: ['order'],
  },
  {
    name: 'a stop of all work is forgotten when the process dies',
    changes: [
      {
        file: `${protocol}/state/fold/fold-chat.ts`,
        find: `thread.stoppedAt = at;`,
        replace: `thread.stoppedAt = at > startedAt ? at : null;`,
      },
      {
        file: `${protocol}/state/fold/fold-chat.ts`,
        find: `export function foldResume(`,
        replace: `const startedAt = Date.now();\nexport function foldResume(`,
      },
    ],
    round: dyingAt('after:stop-chat'),
    caughtAs: ['order', 'lost-command'],
  },
];
