import type { ImportProblem, ImportProblemOf } from '../../../refusals/import-problem.ts';
import type { RefusalFields } from '../../../refusals/refusals.ts';
import { excessText, misfitsText } from '../field-errors/copy.ts';

/** Each follows "it". */
export const jsonProblemTexts: Record<RefusalFields<'bad-json'>['problem'], string> = {
  'not-utf-8': 'is not UTF-8',
  'not-json': 'is not JSON, or was cut off',
};

export function importProblemText(problem: ImportProblem): string {
  const text = texts[problem.code] as (problem: ImportProblem) => string;
  return text(problem).replace(/\.$/, '');
}

const texts: { [Code in ImportProblem['code']]: (problem: ImportProblemOf<Code>) => string } = {
  'no-export': () => 'it has no "format": "retinue-export", so it is not an exported chat',
  'other-version': ({ version, known }) =>
    `it has version ${JSON.stringify(version)}; this Retinue reads versions ${known.join(' and ')}`,
  'too-many': ({ limit, max }) => `it has ${excessText(limit, max)}`,
  'too-slow': ({ minutes }) => `it took more than ${minutes} minutes`,
  'bad-time': () => 'its "exportedAt" is not a time',
  'no-events': () => 'it has no events',
  'no-blobs': () => 'its "blobs" are missing',
  'blobs-first': () => 'its "blobs" come before its "events"',
  'bad-blobs': () => 'its "blobs" are not texts by their hashes',
  'field-twice': ({ name }) => `it has "${name}" twice`,
  'unknown-field': ({ name }) => `it has an unknown field ${JSON.stringify(name)}`,
  'unreadable-event': ({ number, misfit }) => `event ${number} can't be read: ${misfitsText([misfit])}`,
  'no-chat-opened': () => 'its first event does not open a chat',
  'several-chats': ({ rootId, firstId }) =>
    inconsistent(`An event belongs to chat ${rootId}, the first one to ${firstId}: a file holds one chat`),
  'out-of-order': ({ threadId, seq, dueSeq }) =>
    inconsistent(`Thread ${threadId} has seq ${seq} where ${dueSeq} is due: events are missing or out of order`),
  'other-agent': ({ threadId, agentId }) => inconsistent(`Thread ${threadId} passes to another agent, ${agentId}`),
  'agent-twice': ({ threadId, path }) =>
    inconsistent(`Thread ${threadId} has an agent twice on its path, ${path.join(' › ')}`),
  unfoldable: ({ threadId, quote }) => inconsistent(`Thread ${threadId} can't be folded: ${quote}`),
  'missing-blob': ({ hash }) => inconsistent(`A result is in blob ${hash}, which is missing`),
  'changed-blob': ({ hash }) => inconsistent(`Blob ${hash} has other content`),
  inconsistent: ({ quote }) => inconsistent(quote),
};

function inconsistent(finding: string): string {
  return `it does not hold together: ${finding}`;
}
