import { damageText } from '../../../events/damage.ts';
import type { Refusal, RefusalCode, RefusalFields } from '../../../refusals/refusals.ts';
import { sentence } from '../field-errors/copy.ts';
import { importProblemText, jsonProblemTexts } from '../import-problems/copy.ts';
import { reasonText } from '../reasons/copy.ts';
import { addressProblemText, deliveryProblemText } from '../records/copy.ts';

/** Each says what happened, what it means, and what to do. */
const refusalCopy: { [Code in RefusalCode]: (fields: RefusalFields<Code>) => string } = {
  'bad-input': ({ part, errors }) => `The ${parts[part]} can't be used. ${errors.map(sentence).join(' ')}`,
  'bad-request': () => 'This is not a valid HTTP request.',
  'bad-json': ({ problem }) => `The JSON can't be read: it ${jsonProblemTexts[problem]}. Nothing was changed.`,
  'bad-body': () => 'The body ended early. Send the request again.',
  'bad-cursor': () => 'The cursor does not belong to this list. Start again without a cursor.',
  'wrong-type': () => 'Send JSON, with the header content-type: application/json.',
  'too-large': ({ maxKb }) => `The body is larger than ${maxKb} KB. Send less.`,
  'headers-too-large': ({ maxKb }) => `The headers are larger than ${maxKb} KB. Send less.`,
  'too-slow': () => 'The request took too long to arrive. Send it again.',
  'too-many-requests': ({ perMinute, retryAfterSeconds }) =>
    `More than ${perMinute} requests a minute. Retry in ${retryAfterSeconds} s.`,
  'too-many-streams': () => 'Too many streams are open. Close a window, or share one stream between windows.',
  'too-many-imports': ({ waiting }) =>
    `${waiting} imports are waiting. Nothing was changed. Import the file again when some have ended.`,
  'key-reused': ({ key }) => `The idempotency key ${key} belongs to another request. Use a new key.`,
  'changed-meanwhile': ({ name }) =>
    `${name} was changed since you opened it. Your changes were not saved. Compare them with the current values and save again.`,

  'not-signed-in': ({ hasOldSession }) =>
    hasOldSession
      ? 'This browser was signed in by an earlier version, or its site data was cleared. Sign in again: run "retinue link" where the server runs, and open the link.'
      : 'You are not signed in. Open the link that the server printed, or get a new one with "retinue link".',
  'used-link': () => 'This link is used or too old. Get a new one with "retinue link" where the server runs.',
  'not-a-browser': () => 'Only a browser needs a download link. A program sends its token with the request.',
  'no-token': () => 'This server has no token. Make one with "retinue token rotate".',
  forbidden: () => "Your role doesn't allow this. Ask the owner of the workspace.",
  'owners-only': ({ action, name }) => `Only an owner can ${ownerActions[action](name)}. Ask an owner to do it.`,
  'foreign-origin': () => "Pages of other sites can't use this server.",
  'wrong-host': ({ host, known }) => `This server has no address "${host}". Its addresses: ${known.join(', ')}.`,

  'no-such-route': ({ method, path }) => `${method} ${path} does not exist. See /docs.`,
  'no-such-file': () => 'The file does not exist. The app may be newer than this page. Reload it.',
  'no-such-workspace': ({ workspaceId }) => `Workspace ${workspaceId} does not exist.`,
  'no-such-agent': ({ agentId, known }) =>
    `Agent ${agentId} does not exist. ${known ? `Choose one of: ${known.join(', ')}.` : 'List the agents to see their ids.'}`,
  'no-such-thread': ({ threadId }) => `Thread ${threadId} does not exist. List the chats to see their ids.`,
  'no-such-task': ({ taskId }) => `Task ${taskId} does not exist. Show the chat's tree to see its tasks.`,
  'no-such-question': ({ questionId }) =>
    `Question ${questionId} does not exist. Show the chat's tree to see its open questions.`,
  'no-such-message': ({ messageId }) =>
    `This chat has no message ${messageId} of a person. Only messages of people in this chat can be edited.`,
  'no-such-tool-call': ({ toolCallId }) => `Tool call ${toolCallId} does not exist in this thread.`,
  'no-such-result': ({ hash }) => `No call of this chat has the result ${hash}.`,
  'no-such-skill': ({ skillIds }) => `${missing('Skill', skillIds)}. List the skills to see their ids.`,
  'no-such-provider': ({ providerId }) => `Provider ${providerId} does not exist. List the providers to see their ids.`,
  'no-such-price': ({ provider, modelId }) =>
    `The workspace has no price for ${modelId} of ${provider}. List the prices to see its prices.`,
  'no-such-webhook': ({ webhookId }) => `Webhook ${webhookId} does not exist. List the webhooks to see their ids.`,
  'no-such-delivery': ({ deliveryId }) =>
    `Delivery ${deliveryId} does not exist. Only the latest deliveries are kept, and only while their chats exist.`,
  'not-a-chat': ({ threadId }) => `Thread ${threadId} belongs to a sub-agent. Use the id of its chat.`,

  'no-such-tool': ({ names, known }) => `${missing('Tool', names)}. Choose from: ${known.join(', ')}.`,
  'no-such-sub-agent': ({ agentId, subAgentIds, known }) =>
    `Agent ${agentId} can't delegate: ${missing('agent', subAgentIds)}. Choose from: ${known.join(', ') || 'none'}.`,
  'sub-agent-is-self': ({ agentId }) => `Agent ${agentId} can't be its own sub-agent. Remove it from subAgentIds.`,
  'id-taken': ({ id }) => `The id ${id} is taken. Send the request again.`,
  'agent-is-default': ({ agentId }) =>
    `Agent ${agentId} is the default of the workspace. Choose another default agent first.`,
  'agent-built-in': ({ agentId }) =>
    `Agent ${agentId} is built in, so it can't be deleted. Edit it, or remove it from the sub-agents of others.`,
  'skill-exists': ({ name }) => `A skill named "${name}" exists already. Choose another name.`,
  'address-refused': ({ problem }) => addressProblemText(problem),
  'no-model-listed': ({ providerId }) => `Provider ${providerId} lists no model to test. Add one.`,
  'provider-failed': ({ reason }) => reasonText(reason),
  'provider-timeout': ({ seconds }) => `The provider sent no answer within ${seconds} seconds. Check its address.`,
  'too-many-webhooks': ({ max }) => `A workspace can have at most ${max} webhooks. Delete one first.`,
  'no-webhook-secret': ({ webhookId }) =>
    `Webhook ${webhookId} has no secret, because its host changed. Set a secret to enable it.`,
  'webhook-failed': ({ problem }) => deliveryProblemText(problem),

  'question-closed': ({ questionId }) => `Question ${questionId} is closed. Your answer was not sent.`,
  'approval-asked': ({ questionId }) => `Question ${questionId} asks for an approval. Approve or refuse it.`,
  'no-approval-asked': ({ questionId }) => `Question ${questionId} asks for an answer, not an approval. Answer it.`,
  'arguments-differ': ({ questionId }) =>
    `The arguments of question ${questionId} are not the ones you saw. Nothing was approved. Check the current arguments, then decide.`,
  'approval-lapsed': ({ questionId }) =>
    `Question ${questionId} is too old to approve. Nothing was approved. Renew it, check the arguments, then decide.`,
  'task-retried': ({ taskId }) => `Task ${taskId} was retried already. Retry its last attempt.`,
  'task-ended': ({ taskId }) => `Task ${taskId} has ended, so it can't move to the background.`,
  'task-succeeded': ({ taskId }) => `Task ${taskId} succeeded. Send a message to ask for more.`,
  'sub-agent-busy': ({ taskId }) => `The sub-agent of task ${taskId} is running another task. Wait until it ends.`,
  'parent-ended': ({ taskId }) =>
    `The thread that requested ${taskId} has ended and takes no result. Retry the task of that thread instead.`,
  'budget-spent': ({ taskId }) =>
    `The budget for ${taskId} is spent. Retry the task when the turn is over: it then has a new budget.`,
  'thread-ended': ({ threadId }) =>
    `Thread ${threadId} can't continue: its task is running in another attempt, or was removed. Write to the chat.`,
  'thread-exists': ({ threadId }) => `Thread ${threadId} exists already. Use a new id.`,
  'nothing-to-cancel': ({ id }) => `${id} is not running, so nothing was canceled.`,
  'nothing-to-regenerate': ({ chatId }) => `Chat ${chatId} has no message to answer. Send one.`,
  'work-stopped': ({ chatId }) => `All work in chat ${chatId} is stopped. Resume it first.`,
  'stale-epoch': ({ threadId }) => `Thread ${threadId} was taken over. This change was not saved.`,
  'call-closed': ({ callId }) => `Call ${callId} has ended. This change was not saved.`,
  'bad-import': ({ problem }) => `The file can't be imported: ${importProblemText(problem)}. Nothing was changed.`,
  'chat-damaged': (damage) =>
    `This chat can't be opened or continued: ${damageText(damage)}. Other chats are not affected. Export it to keep what is stored, then delete it.`,

  'not-built': () =>
    'The web app is not built. Stop the server and run "npm start", which builds it, or "npm run build".',
  unreachable: () => 'The database does not answer. Nothing was lost. Retry in a moment.',
  busy: () => 'The database could not make this change. Nothing was changed. Retry in a moment.',
  overloaded: () => 'The server has too many long reads. Retry in a moment.',
  unknown: () =>
    'The connection to the database was lost while saving. Check whether your change is there before you repeat it.',
  closed: () => 'The server is stopping. Retry in a moment.',
  full: () => 'The disk of the store is full. Nothing was lost. Free some space and retry.',
  'read-only': () => "The store can't be written. The server log says why.",
  unreadable: () => "The store can't be read. The server log says why.",
  corrupt: () => 'The store is damaged. The server log says more.',
  internal: () => 'The server has an internal error. Its log says more.',
};

const parts = {
  path: 'address of the request',
  query: 'query of the request',
  body: 'body of the request',
  headers: 'header of the request',
};

const ownerActions: Record<RefusalFields<'owners-only'>['action'], (name: string) => string> = {
  'change-field': (field) => `change ${field} of an agent`,
  'allow-tool': (tool) => `let an agent use "${tool}" without approval`,
  'lift-denial': (tool) => `allow an agent the denied tool "${tool}"`,
  'approve-call': (tool) => `approve "${tool}"`,
};

function missing(noun: string, names: readonly string[]): string {
  const [first = ''] = names;
  return names.length === 1 ? `${noun} ${first} does not exist` : `${noun}s ${names.join(', ')} do not exist`;
}

/** A refusal as sentences for people. */
export function refusalText(refusal: Refusal): string {
  const text = refusalCopy[refusal.code] as (fields: Refusal) => string;
  return text(refusal);
}
