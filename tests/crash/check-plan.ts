import type { Event } from '@retinue/protocol';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import type { Kind, Plan, PlanNode } from './plan.ts';
import { instructionFor } from './script.ts';
import { ofType } from './stored.ts';

/** The tree that came of it is the tree that was planned: nothing is missing, and every task ended as its kind must. */
export function checkPlan(events: readonly Event[], plan: Plan): Finding[] {
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
    // What a stopped parent had not got round to is nobody's loss.
    return end.status === 'success' ? [...wrong, ...node.children.flatMap(checkNode)] : wrong;
  };
  return plan.children.flatMap(checkNode);
}

/** The kills may have hit one thread so often in the same step that it was rightly given up. */
function wasGivenUp(events: readonly Event[], threadId: string): boolean {
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
};
