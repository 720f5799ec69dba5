import type { BudgetUnit, Reason, ReasonCode, ReasonOf } from '../../../events/reason.ts';
import { dollars } from '../../../state/usage.ts';
import { describeDuration } from '../../describe-duration.ts';
import { misfitsText } from '../field-errors/copy.ts';

export type ReasonTexts = { [Code in ReasonCode]: (reason: ReasonOf<Code>) => string };

/** Every reason as people read it, without what a provider adds to it. */
export const reasonTexts: ReasonTexts = {
  text: ({ text }) => text,
  canceled: () => 'Canceled by you.',
  'all-stopped': () => 'All work was stopped.',
  retried: () => 'Replaced by another attempt.',
  'parent-ended': () => 'The task that requested it has ended.',
  'chat-deleted': () => 'The chat was deleted.',
  rewound: () => 'The chat was rewound.',
  imported: () => 'This was open when the chat was exported. An import starts no work.',
  damaged: () => 'The history of this sub-agent is damaged and cannot be read. Retry the task to run it again.',
  'shut-down': () => 'The server was shut down.',
  crashed: () => 'The server stopped in the middle of this step.',
  'step-limit': ({ maxSteps }) => `Reached the limit of ${maxSteps} steps.`,
  'work-time-limit': ({ maxMs }) => `Reached the limit of ${describeDuration(maxMs)} of working time.`,
  'token-limit': ({ maxTokens }) => `Reached the limit of ${maxTokens} tokens.`,
  'output-limit': ({ maxChars }) => `Reached the limit of ${maxChars} characters in one step.`,
  'too-many-calls': ({ maxCalls }) => `Reached the limit of ${maxCalls} calls in one step.`,
  silence: ({ ms }) => `The model sent nothing for ${describeDuration(ms)}.`,
  'no-progress': () => 'Made no progress: the same call gave the same result three times.',
  'interrupted-too-often': ({ times }) => `Interrupted ${times} times in a row without progress.`,
  'budget-reached': ({ kind, amount, left, needed }) =>
    left === undefined || needed === undefined
      ? `Reached the budget of ${budgetText(kind, amount)}.`
      : `Reached the budget of ${budgetText(kind, amount)}: ${budgetText(kind, left)} left, about ${budgetText(kind, needed)} needed for the next step and the answer.`,
  'budget-cut-answer': ({ kind, amount }) =>
    `Reached the budget of ${budgetText(kind, amount)}: the answer was cut off.`,
  'budget-too-small': ({ kind, amount, needed }) =>
    `The budget of ${budgetText(kind, amount)} is too small: the shortest prompt with an answer takes about ${budgetText(kind, needed)}. Raise the budget.`,
  'budget-unpriced': ({ left, provider, modelId }) =>
    `${dollars(left)} of the budget is left, but ${modelId} of ${provider} has no price. Set a price in the settings, or remove the budget in dollars.`,
  'empty-result': () => 'The agent gave an empty result.',
  'no-result': () => 'The agent ended without a result, even when asked for one.',
  'result-misfit': ({ problem }) =>
    `The result does not fit the JSON schema, even after one correction: ${misfitsText(problem)}`,
  'reported-error': () => 'The agent reported an error.',
  'answer-truncated': () => "The model's answer was cut off at its length limit.",
  'content-filter': () => "The provider's content filter stopped the answer.",
  'model-error': () => 'The model ended with an error.',
  'model-failed': ({ text }) => `The model failed: ${text}`,
  'no-provider': ({ provider, known }) =>
    `There is no model provider "${provider}". ${known.length === 0 ? 'None is set up.' : `Available: ${known.join(', ')}.`} Choose one for the agent, or add "${provider}".`,

  'provider-error': ({ text }) => text,
  'no-key': () => 'The provider needs an API key (401). Add one in the settings.',
  'wrong-key': ({ host }) => `${host} refused the API key (401). Check it and set it again.`,
  'no-credit': ({ host }) => `The account at ${host} has no credit left. Add some, or choose another provider.`,
  'not-allowed': ({ host, modelId }) =>
    `The API key may not use "${modelId}" at ${host} (403). Choose another model, or get access to it.`,
  'unknown-model': ({ host, modelId }) =>
    `${host} does not know "${modelId}" (404). Check the model's id and the base URL.`,
  'rate-limited': () => 'Rate limited.',
  overloaded: ({ status }) => `The provider is overloaded (${status}).`,
  'provider-status': ({ status }) => `The provider returned an error (${status}).`,
  'provider-timeout': ({ host }) => `${host} timed out (408).`,
  'provider-conflict': ({ host }) => `${host} was busy with a conflicting request (409).`,
  'request-refused': ({ host, status, modelId }) =>
    modelId === undefined
      ? `${host} refused the request (${status}). Check the base URL and the agent's settings.`
      : `${host} refused the request for "${modelId}" (${status}). Check the agent's model and settings, and the length of its thread.`,
  'request-too-large': ({ host }) =>
    `The request is too large for ${host} (413). Start a new thread, or let tools return less.`,
  'request-not-made': () => 'The request could not be made. Check the base URL and the API key.',
  unreachable: ({ host, network }) =>
    `${host} cannot be reached${networkText(network)}. Check that it is running and that the base URL is right.`,
  'broke-off': ({ host, network }) =>
    `The connection to ${host} broke off${networkText(network)}. The stream ended early.`,
  'ended-early': ({ host }) => `The stream ended early: ${host ?? 'the model'} stopped before its answer was complete.`,
  'stream-error': ({ host }) => `${host} reported an error in the middle of its answer.`,
  'wrong-content-type': ({ host, contentType }) =>
    `${host} replied with ${contentType} instead of a stream. Check the base URL.`,
  'not-a-completion': ({ host }) => `${host} sent a reply that is not a chat completion. Check the base URL.`,
  'stream-too-large': ({ part, maxBytes }) =>
    `The provider sent more than ${maxBytes / 1_048_576} MB in one ${part}. Check the provider and its model.`,
  'too-many-events': ({ maxEvents }) =>
    `The provider sent more than ${maxEvents} events in one answer. Check the provider and its model.`,
  'too-many-empty-lines': ({ maxLines }) => `The provider sent ${maxLines} lines without content. Check the provider.`,

  'unknown-tool': ({ name, known }) => `There is no tool "${name}". Available tools: ${known.join(', ') || 'none'}.`,
  'tool-gone': ({ name }) => `The tool "${name}" no longer exists.`,
  'tool-denied': ({ name }) => `The tool "${name}" is denied here.`,
  'tool-denied-by-workspace': ({ name }) => `The workspace no longer allows the tool "${name}".`,
  'tool-denied-by-rule': ({ name }) => `Calls of "${name}" are denied in this chat.`,
  'tool-not-granted': ({ name }) => `The agent may not use the tool "${name}".`,
  'tool-taken-away': ({ name }) =>
    `The agent lost the tool "${name}" while this call waited. The call was approved, but not run.`,
  'not-approved': ({ name }) => `This call of "${name}" was not approved.`,
  'refused-by-person': ({ reason }) => (reason === '' ? 'Refused.' : `Refused: ${reason}`),
  'refused-by-extension': ({ extension, reason }) => `Refused by the extension "${extension}": ${reason}`,
  'extension-failed': ({ extension, hook }) => `Refused by the extension "${extension}": its hook ${hook} failed.`,
  'arguments-too-deep': ({ maxDepth }) => `The arguments are nested more than ${maxDepth} deep.`,
  'arguments-no-json': ({ problem }) => `The arguments are not valid JSON (${problem}).`,
  'arguments-misfit': ({ problem }) => `The arguments don't fit: ${misfitsText(problem)}`,
  'tool-timeout': ({ ms }) => `The tool did not end within ${describeDuration(ms)}.`,
  'tool-error': ({ text }) => text,
  'tool-failed': () => 'The tool failed without a message.',
  'output-too-large': ({ bytes, maxBytes }) => `The result has ${bytes} bytes. The limit is ${maxBytes}.`,
  'output-no-json': ({ problem, text = '' }) =>
    `The tool ran, but its result can't be stored as JSON: ${problem === 'other' ? text : outputProblems[problem]}.`,
  'call-interrupted': () => 'The server stopped while this call was running. It was not run again.',
  'unseen-input': () => 'Not ended: a message arrived that the agent had not read.',
  'result-refused': ({ problem }) => `The result does not fit the JSON schema: ${misfitsText(problem)}`,
  'beside-result': () => 'Not run: the task ended with this step.',
  'calls-of-step': ({ maxCalls }) => `Not run: a step can make at most ${maxCalls} calls.`,
  'calls-of-budget': ({ left }) => `Not run: the budget allows ${countText(left, 'more call')}.`,
  'tasks-of-budget': ({ left }) => `Not delegated: the budget allows ${countText(left, 'more task')}.`,
  'tasks-of-turn': ({ maxTasks }) =>
    `Not delegated: this turn has reached its limit of ${countText(maxTasks, 'task')}.`,
  'task-share-too-small': ({ kind, left }) =>
    `Not delegated: ${budgetText(kind, left)} of the budget is left, too little for a task.`,
  'task-running': ({ taskId }) => `Not delegated: task ${taskId} is already running with this instruction.`,
  'task-not-ended': ({ taskId, servedTaskId }) =>
    taskId === servedTaskId
      ? `Task ${taskId} has not ended.`
      : `The agent of task ${taskId} works on ${servedTaskId}, which has not ended.`,
  'unknown-task': ({ taskId }) => `This agent has no task "${taskId}".`,
  'unknown-agent': ({ agentId, known }) =>
    `There is no agent "${agentId}" to delegate to. Valid ids: ${known.join(', ') || 'none'}.`,
  'unknown-messages': ({ numbers }) => `There is no message ${numbers.join(', ')} in the thread.`,
  'unknown-results': ({ taskIds }) => `There is no result of ${taskIds.join(', ')}.`,
  'context-too-large': ({ characters, maxChars }) =>
    `The context has ${characters} characters. The limit is ${maxChars}.`,
  'schema-unusable': ({ problem }) => `The resultSchema can't be used: ${misfitsText(problem)}`,
};

/** After the reason of a provider. */
const providerTexts = {
  quote: (quote: string) => `It says: ${quote}`,
  waitTooLong: (askedMs: number, maxMs: number) =>
    `The provider asks to wait ${describeDuration(askedMs)}. The limit is ${describeDuration(maxMs)}. Retry later.`,
  retried: (retriedMs: number) =>
    retriedMs === 0 ? 'Retry later.' : `Retried for ${describeDuration(retriedMs)}. Retry later.`,
};

export function budgetText(kind: BudgetUnit, amount: number): string {
  if (kind === 'cost') return dollars(amount);
  return kind === 'time' ? `${describeDuration(amount)} of working time` : `${amount} tokens`;
}

const outputProblems = {
  'too-deep': 'it is nested too deeply or too large',
  bigint: 'it has a BigInt, which JSON does not support',
  circular: 'it contains itself',
};

export function countText(number: number, one: string): string {
  return `${number === 0 ? 'no' : number} ${one}${number === 1 ? '' : 's'}`;
}

function networkText(network: string | undefined): string {
  return network === undefined ? '' : ` (${network})`;
}

/** A reason as people read it. */
export function reasonText(reason: Reason): string {
  return renderReason(reasonTexts, reason);
}

/** A reason in these texts, with what its provider says and how long it was retried. */
export function renderReason(texts: ReasonTexts, reason: Reason): string {
  const render = texts[reason.code] as (reason: Reason) => string;
  const { quote, retriedMs, askedMs, maxWaitMs } = { ...noMore, ...reason };
  const parts = [render(reason)];
  if (quote !== undefined) parts.push(providerTexts.quote(quote));
  if (askedMs !== undefined && maxWaitMs !== undefined) parts.push(providerTexts.waitTooLong(askedMs, maxWaitMs));
  if (retriedMs !== undefined) parts.push(providerTexts.retried(retriedMs));
  return parts.join(' ');
}

const noMore: { quote?: string; retriedMs?: number; askedMs?: number; maxWaitMs?: number } = {};
