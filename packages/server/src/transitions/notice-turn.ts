import type { FactFields, Spend, TaskId, ThreadState } from '@retinue/protocol';
import { budgetLess, defaultMaxNoticeTurns, isUnfinished, remainderOfOrigin } from '@retinue/protocol';

type TurnTerms = Pick<FactFields<'message.received'>, 'isNotice' | 'budget' | 'originSeq'>;

/**
 * The budget of a turn that a task's result starts in an idle chat: the remainder of the person's message that led to
 * the task. Without enough for an answer, or after too many such turns, the result starts no turn.
 */
export function termsOfTurn(chat: ThreadState, taskId: TaskId, spent: Spend): TurnTerms {
  const open = chat.openTasks.find((task) => task.taskId === taskId);
  if (!open || chat.parent !== null || isUnfinished(chat.status)) return {};
  if (open.originSeq === null) return withBudget(open.grant && budgetLess(open.grant, spent), {});
  const { originSeq } = open;
  const origin = chat.origins.find(({ seq }) => seq === originSeq);
  if (!origin) return {};
  if (origin.noticeTurns >= (chat.limits.maxNoticeTurns ?? defaultMaxNoticeTurns)) return { isNotice: true };
  const openTasks = chat.openTasks.filter((task) => task !== open);
  const left = remainderOfOrigin({ ...chat, openTasks }, originSeq);
  return withBudget(left && budgetLess(left, spent), { originSeq });
}

function withBudget(left: TurnTerms['budget'] | null, terms: TurnTerms): TurnTerms {
  if (!left) return terms;
  const isEnough = (left.tokens ?? minTurnTokens) >= minTurnTokens && left.costMicros !== 0 && left.workMs !== 0;
  return isEnough ? { ...terms, budget: left } : { isNotice: true };
}

/** Fewer can't hold a prompt with an answer. */
const minTurnTokens = 250;
