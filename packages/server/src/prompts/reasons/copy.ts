import {
  budgetText,
  countText,
  describeDuration,
  dollars,
  misfitsText,
  type ReasonTexts,
  reasonTexts,
} from '@retinue/protocol';

/** Reasons as models read them, about their own calls and limits and about the tasks that they delegated. */
export const reasonsForModels: ReasonTexts = {
  ...reasonTexts,
  canceled: () => 'Canceled by a person.',
  'all-stopped': () => 'A person stopped all work.',
  'step-limit': ({ maxSteps }) => `It reached its limit of ${maxSteps} steps.`,
  'work-time-limit': ({ maxMs }) => `It reached its limit of ${describeDuration(maxMs)} of working time.`,
  'token-limit': ({ maxTokens }) => `It reached its limit of ${maxTokens} tokens.`,
  'output-limit': ({ maxChars }) => `It wrote more than ${maxChars} characters in one step.`,
  'too-many-calls': ({ maxCalls }) => `It requested more than ${maxCalls} calls in one step.`,
  'no-progress': () => 'It made no progress: the same call gave the same result three times.',
  'interrupted-too-often': ({ times }) => `It was interrupted ${times} times in a row without any progress.`,
  'budget-reached': ({ kind, amount, left, needed }) =>
    left === undefined || needed === undefined
      ? `It reached its budget of ${budgetText(kind, amount)}.`
      : `It reached its budget of ${budgetText(kind, amount)}: ${budgetText(kind, left)} left, and its next step with an answer needed about ${budgetText(kind, needed)}.`,
  'budget-cut-answer': ({ kind, amount }) =>
    `It reached its budget of ${budgetText(kind, amount)}: the answer was cut off.`,
  'budget-unpriced': ({ left, provider, modelId }) =>
    `It has ${dollars(left)} of its budget left, but the model ${modelId} of ${provider} has no known price.`,
  'result-misfit': ({ problem }) =>
    `Its result does not fit the requested JSON schema, even after one correction: ${misfitsText(problem)}`,

  'tool-not-granted': ({ name }) => `You may not use the tool "${name}".`,
  'refused-by-person': ({ reason }) => `A person refused this call.${reason === '' ? '' : ` Their reason: ${reason}`}`,
  'arguments-no-json': ({ problem }) => `The arguments are not valid JSON (${problem}). Call again with valid JSON.`,
  'arguments-misfit': ({ problem }) =>
    `The arguments don't fit: ${misfitsText(problem)} Call again with corrected arguments.`,
  'output-too-large': ({ bytes, maxBytes }) => `The result has ${bytes} bytes. The limit is ${maxBytes}. Ask for less.`,
  'unseen-input': () => 'New input arrived. Read it, then give your result again.',
  'result-refused': ({ problem }) =>
    `Your result does not fit the requested JSON schema: ${misfitsText(problem)} Give the whole result once more, with taskResult or as JSON only.`,
  'calls-of-budget': ({ left }) => `Not run: the budget allows ${countText(left, 'more call')}. ${goOn}`,
  'tasks-of-budget': ({ left }) => `Not delegated: the budget allows ${countText(left, 'more task')}. ${goOn}`,
  'tasks-of-turn': ({ maxTasks }) =>
    `Not delegated: this turn has reached its limit of ${countText(maxTasks, 'task')}. ${goOn}`,
  'task-share-too-small': ({ kind, left }) =>
    `Not delegated: ${budgetText(kind, left)} of the budget is left, too little for a task. ${goOn}`,
  'task-running': ({ taskId }) =>
    `Task ${taskId} is already running with exactly this instruction. Wait for its result.`,
  'task-not-ended': ({ taskId, servedTaskId }) =>
    `${taskId === servedTaskId ? `Task ${taskId}` : `The agent of task ${taskId} works on ${servedTaskId}, which`} has not ended. Wait for its result before you ask it to continue.`,
  'unknown-task': ({ taskId, ended }) =>
    `You have no task "${taskId}". ${ended.length > 0 ? `Your ended tasks: ${ended.join(', ')}.` : 'None of your tasks has ended.'}`,
  'unknown-agent': ({ agentId, known }) =>
    `There is no agent "${agentId}" to delegate to. Valid ids: ${known.join(', ') || 'none'}.`,
  'unknown-messages': ({ numbers, newest }) =>
    `There is no message ${numbers.join(', ')} in your conversation: ${newest === 0 ? 'it has none yet' : `they are numbered from 1, the newest, to ${newest}`}.`,
  'unknown-results': ({ taskIds, ended }) =>
    `There is no result of ${taskIds.join(', ')}. Your ended tasks: ${ended.join(', ') || 'none yet'}.`,
  'context-too-large': ({ characters, maxChars }) =>
    `The context has ${characters} characters. The limit is ${maxChars}. Choose less, or put it in the task.`,
};

const goOn = 'Continue with what you have.';

export const failedCallTexts = {
  interrupted: 'Interrupted. It is unknown whether it took effect.',
  cancelled: 'Canceled before it ended.',
  none: 'There is no result.',
};

export const withheldTexts = {
  tooDeep: (maxDepth: number) => `tasks here may be nested at most ${maxDepth} deep`,
  worksAbove: 'it is already on the path from the root to you',
};
