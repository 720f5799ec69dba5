import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { Failure } from './exit.ts';
import { wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';

/** The thread that somebody means by its id, its task's id, enough of either to be the only one, or `last`. */
export async function findThread(log: Retinue['log'], meant: string): Promise<ThreadId | Failure> {
  if (meant === 'last') return findChat(log, meant);
  // A task and its child share their suffix.
  const suffix = meant.replace(/^(thr|task)_/, '');
  const found = await log.readModels.threadsNamed(localWorkspaceId, `thr_${suffix}`, mostTold);
  const [thread] = found;
  if (!thread || suffix === '')
    return wrongUsage(`There is no thread "${meant}". \`list\` shows the chats, \`tree\` what is in one.`);
  if (found.length === 1 || thread === `thr_${suffix}`) return thread;
  const told = found.slice(0, mostTold - 1).join(', ');
  const more = found.length === mostTold ? ', …' : '';
  return wrongUsage(`"${meant}" is the beginning of several threads: ${told}${more}. Give more of the id.`);
}

const mostTold = 5;
