import type { EventOf, LogEvent } from '@retinue/protocol';
import type { Kind, Plan, PlanNode } from '../subject/plan.ts';
import { instructionFor, moreFor, visitText } from '../subject/script.ts';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import { ofType } from './stored.ts';

/** The resulting tree is the planned one: nothing is missing, and every task ended as its kind must. */
export function checkPlan(events: readonly LogEvent[], plan: Plan): Finding[] {
  const tasks = ofType(events, 'task.opened');
  const ends = new Map(ofType(events, 'task.ended').map(({ data }) => [data.taskId, data]));
  const checkNode = (node: PlanNode): Finding[] => {
    const task = tasks.find(({ data }) => data.instruction === instructionFor(node.path));
    if (!task) return [finding('orphan', `Nobody was ever sent to ${node.path} (${node.kind}).`)];
    const end = ends.get(task.data.taskId);
    if (!end) return [finding('unsettled', `${node.path} (${node.kind}) has no end.`)];
    const isRight = expected[node.kind].includes(end.status) || wasGivenUp(events, task.data.childThreadId);
    const wrong = isRight
      ? []
      : [finding('problem', `${node.path} (${node.kind}) ended as ${end.status}: ${end.reason}`)];
    // Tasks that a stopped parent had not started yet are not missing.
    return end.status === 'success' ? [...wrong, ...node.children.flatMap(checkNode)] : wrong;
  };
  return [...plan.children.flatMap(checkNode), ...plan.children.flatMap((node) => checkMore(tasks, node))];
}

/** A child that was to be reactivated has continued in its own thread. */
function checkMore(tasks: readonly EventOf<'task.opened'>[], { path, kind }: PlanNode): Finding[] {
  const words = kind === 'kept' ? moreFor(path) : kind === 'visited' ? visitText(path) : null;
  if (words === null) return [];
  const first = tasks.find(({ data }) => data.instruction === instructionFor(path));
  const more = tasks.find(({ data }) => data.instruction === words);
  if (!more) return [finding('orphan', `${path} (${kind}) was never asked to go on.`)];
  if (more.data.childThreadId === first?.data.childThreadId) return [];
  return [finding('twin', `${path} (${kind}) went on in another thread.`)];
}

/** The kills may have hit one thread so often in the same step that it was correctly given up. */
function wasGivenUp(events: readonly LogEvent[], threadId: string): boolean {
  const own = events.filter((event) => event.threadId === threadId);
  const sinceProgress = own.slice(own.findLastIndex(({ type }) => type === 'step.ended') + 1);
  return sinceProgress.filter(({ type }) => type === 'thread.recovered').length >= recoveriesWithoutProgress;
}

const recoveriesWithoutProgress = 10;

const expected: Record<Kind, string[]> = {
  branch: ['success'],
  leaf: ['success'],
  asker: ['success'],
  consulted: ['success'],
  approved: ['success'],
  refused: ['success'],
  blank: ['success'],
  mute: ['failed'],
  malformed: ['success'],
  failing: ['failed'],
  stuck: ['cancelled'],
  limited: ['failed'],
  doomed: ['cancelled', 'success'],
  kept: ['success'],
  visited: ['success'],
  aside: ['success'],
  promoted: ['success'],
};
