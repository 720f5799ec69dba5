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
  canceled: () => 'Stopped by a person.',
  'all-stopped': () => 'All work was stopped by a person.',
  retried: () => 'Another attempt was asked for.',
  crashed: () => 'The process ended in the middle of this step.',
  'step-limit': ({ maxSteps }) => `It reached its limit of ${maxSteps} steps.`,
  'work-time-limit': ({ maxMs }) => `It reached its limit of ${describeDuration(maxMs)} of working time.`,
  'token-limit': ({ maxTokens }) => `It reached its limit of ${maxTokens} tokens.`,
  'output-limit': ({ maxChars }) => `It wrote more than ${maxChars} characters in one step.`,
  'too-many-calls': ({ maxCalls }) => `It asked for more than ${maxCalls} calls in one step.`,
  'no-progress': () => 'It made no progress: the same call gave the same result three times.',
  'interrupted-too-often': ({ times }) => `It was interrupted ${times} times in a row without any progress.`,
  'budget-reached': ({ kind, amount, left, needed }) =>
    left === undefined || needed === undefined
      ? `It reached its budget of ${budgetText(kind, amount)}.`
      : `It reached its budget of ${budgetText(kind, amount)}: ${budgetText(kind, left)} left, and its next step with an answer needed about ${budgetText(kind, needed)}.`,
  'budget-cut-answer': ({ kind, amount }) =>
    `It reached its budget of ${budgetText(kind, amount)}: the answer was cut off.`,
  'budget-unpriced': ({ left, provider, modelId }) =>
    `It has a budget of money (${dollars(left)} is left), and the price of the model ${modelId} of ${provider} is not known.`,
  'result-misfit': ({ problem }) =>
    `Its result does not fit the JSON schema that was asked for, not even after it was told so: ${misfitsText(problem)}`,

  'tool-not-granted': ({ name }) => `The tool "${name}" is not among those that you may use.`,
  'tool-taken-away': ({ name }) =>
    `The tool "${name}" was taken away while this call waited. It is not run, though it was approved.`,
  'refused-by-person': ({ reason }) => `A person refused this call.${reason === '' ? '' : ` Their reason: ${reason}`}`,
  'arguments-no-json': ({ problem }) => `The arguments are not valid JSON (${problem}). Call again with valid JSON.`,
  'arguments-misfit': ({ problem }) =>
    `The arguments don't fit: ${misfitsText(problem)} Call again with corrected arguments.`,
  'output-too-large': ({ bytes, maxBytes }) =>
    `The result has ${bytes} bytes; more than ${maxBytes} are not kept. Ask for less.`,
  'call-interrupted': () => 'The process ended while this call was under way. It was not run again.',
  'unseen-input': () =>
    'Not ended: something came in meanwhile that you have not seen. Mind it, then give your result again.',
  'result-refused': ({ problem }) =>
    `Your result does not fit the JSON schema that was asked for: ${misfitsText(problem)} Give it once more, whole: with taskResult, or as JSON and nothing else.`,
  'calls-of-budget': ({ left }) =>
    `Not run: the budget allows ${countText(left, 'more call')}, and this is one too many. ${goOn}`,
  'tasks-of-budget': ({ left }) =>
    `Not delegated: the budget allows ${countText(left, 'more task')}, and this is one too many. ${goOn}`,
  'tasks-of-turn': ({ maxTasks }) => `This turn has opened its ${maxTasks} tasks; no more may be opened. ${goOn}`,
  'task-share-too-small': ({ kind, left }) =>
    `Not delegated: ${budgetText(kind, left)} of the budget left. That is too little for a task. ${goOn}`,
  'task-running': ({ taskId }) => `Task ${taskId} is already at work on exactly this. Wait for its result.`,
  'task-not-ended': ({ taskId, servedTaskId }) =>
    `${taskId === servedTaskId ? `Task ${taskId}` : `The agent of task ${taskId} works on ${servedTaskId}, which`} has not ended. Wait for its result before you ask it to go on.`,
  'unknown-task': ({ taskId, ended }) =>
    `There is no task "${taskId}" of yours. ${ended.length > 0 ? `Tasks of yours that have ended: ${ended.join(', ')}.` : 'No task of yours has ended.'}`,
  'unknown-agent': ({ agentId, known }) =>
    `There is no agent "${agentId}" to delegate to. Valid ids: ${known.join(', ') || 'none here'}.`,
  'unknown-messages': ({ numbers, newest }) =>
    `There is no message ${numbers.join(', ')} in your conversation: ${newest === 0 ? 'there are none yet' : `they go from 1, the newest, to ${newest}`}.`,
  'unknown-results': ({ taskIds, ended }) =>
    `There is no result of ${taskIds.join(', ')}. Tasks of yours that have ended: ${ended.join(', ') || 'none yet'}.`,
  'context-too-large': ({ characters, maxChars }) =>
    `The context has ${characters} characters; at most ${maxChars} can be handed over. Choose less, or say it in the task.`,
};

const goOn = 'Go on with what you have.';

export const failedCallTexts = {
  interrupted: 'Interrupted: whether it took effect is not known.',
  cancelled: 'Stopped before it ended.',
  none: 'There is no result.',
};

export const withheldTexts = {
  tooDeep: (maxDepth: number) => `tasks here may be nested ${maxDepth} deep at most`,
  worksAbove: 'it is already at work on the way from the root to you',
};
