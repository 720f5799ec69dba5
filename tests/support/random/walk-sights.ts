import { isCompaction } from '@retinue/protocol';
import type { Standstill } from './random-walk.ts';

/** Sights that a walk should include, for its moments to prove something. */
export const everySight = [
  'a task three deep',
  'two tasks of one step for the same agent',
  'a failed task',
  'a stopped task',
  'a second attempt at a task',
  'a step that waits to be tried again',
  'a step, tried again, that has written nothing yet',
  'an open question',
  'an answered question',
  'a call that waits for approval',
  'an approved call',
  'a refused call',
  'a task in the background',
  'a task in the background while its chat rests',
  'news of a task in the background',
  'a summary that is being written',
  'a summary',
  'a drawing',
  'next questions',
  'a queued message',
  'a message that was read at work',
  'half a sentence',
  'half a thought',
  'half a call',
  'a tool at work',
  'a call that could not be read',
] as const;

export function sightsOf({ tree, drafts, retries, unfinished }: Standstill): Set<(typeof everySight)[number]> {
  const threads = Object.values(tree.threads);
  const calls = threads.flatMap(({ items }) => items.flatMap((item) => (item.type === 'step' ? item.calls : [])));
  const tasks = calls.flatMap((call) => call.tasks);
  const questions = calls.flatMap(({ question }) => question ?? []);
  const root = tree.threads[tree.rootId];
  const messages = (root?.items ?? []).flatMap((item) => (item.type === 'message' ? [item] : []));
  const isTwice = threads.some(({ openTasks }) => {
    const agents = openTasks.map(({ childThreadId }) => tree.threads[childThreadId]?.agent.agentId);
    return new Set(agents).size < agents.length;
  });
  const holds: Record<(typeof everySight)[number], boolean> = {
    'a task three deep': threads.some(({ depth }) => depth === 3),
    'two tasks of one step for the same agent': isTwice,
    'a failed task': tasks.some(({ outcome }) => outcome?.status === 'failed'),
    'a stopped task': tasks.some(({ outcome }) => outcome?.status === 'cancelled'),
    'a second attempt at a task': tasks.some(({ attempt }) => attempt > 1),
    'a step that waits to be tried again': retries,
    'a step, tried again, that has written nothing yet': threads.some(
      ({ threadId, openStep }) => openStep !== null && openStep.attempt > 1 && !(threadId in drafts),
    ),
    'an open question': questions.some(({ kind, status }) => kind === 'answer' && status === 'open'),
    'an answered question': questions.some(({ kind, status }) => kind === 'answer' && status === 'answered'),
    'a call that waits for approval': questions.some(({ kind, status }) => kind === 'approval' && status === 'open'),
    'an approved call': questions.some(({ verdict }) => verdict === 'approved'),
    'a refused call': questions.some(({ verdict }) => verdict === 'refused'),
    'a task in the background': tasks.some(({ isBackground, outcome }) => isBackground && outcome === null),
    'a task in the background while its chat rests': root?.status === 'idle' && root.openTasks.length > 0,
    'news of a task in the background': messages.some(({ isNotice }) => isNotice),
    'a summary that is being written': threads.some(({ openStep }) => openStep !== null && isCompaction(openStep)),
    'a summary': threads.some(({ compaction }) => compaction !== null),
    'a drawing': calls.some(({ name, status }) => name === 'displayBarChart' && status === 'done'),
    'next questions': calls.some(({ name, status }) => name === 'suggestFollowUps' && status === 'done'),
    'a message that was read at work': messages.some(
      ({ isMidTurn, from, seq }) => isMidTurn && from === 'person' && root !== undefined && seq <= root.seenSeq,
    ),
    'a queued message': root !== undefined && root.status === 'active' && root.inputSeq > root.seenSeq,
    'half a sentence': unfinished.has('text'),
    'half a thought': unfinished.has('reasoning'),
    'half a call': unfinished.has('call') && Object.keys(drafts).length > 0,
    'a tool at work': calls.some(({ status, tasks: below }) => status === 'running' && below.length === 0),
    'a call that could not be read': calls.some(({ name, status }) => name === 'look' && status === 'failed'),
  };
  return new Set(everySight.filter((sight) => holds[sight]));
}
