import type { Fact } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { askedCall } from '../asked-call.ts';
import { defineCommand } from '../define-command.ts';
import { loadQuestion } from '../load.ts';

/** A person's answer ends the call that asked. The first one wins; a second changes nothing. */
export const answerQuestion = defineCommand({
  name: 'answerQuestion',
  load: loadQuestion,
  decide({ view, body: { answer } }, row) {
    const asked = askedCall(view, row);
    if ('code' in asked) return asked;
    const { questionId, threadId, callId, step } = row;
    if (asked.question.kind === 'approval') return refuse('approval-asked', { questionId });
    if (asked.question.status !== 'open') return refuse('question-closed', { questionId });
    const output = { value: answer, bytes: Buffer.byteLength(answer), blob: null };
    const facts: Fact[] = [
      { type: 'question.answered', data: { questionId, callId, step, answer } },
      { type: 'call.ended', data: { callId, step, status: 'done', output, error: null } },
    ];
    return { entries: [{ threadId, guard: { callOpen: callId }, facts }], reply: {} };
  },
});
