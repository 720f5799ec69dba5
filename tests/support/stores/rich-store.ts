import assert from 'node:assert/strict';
import { localWorkspaceId } from '@retinue/protocol';
import { z } from 'zod';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
import { agent, openTestApp } from '../apps/test-app.ts';
import type { Script } from '../scripted/script.ts';
import { inputsOf } from '../scripted/script.ts';
import { call, say, together } from '../scripted/script-lines.ts';

/** The full output of the tool `big`; the event has only the beginning of it. */
export const bigResult = `${'long '.repeat(1000)}and its end`;

export const richSkill = { skillId: 'skl_first', name: 'first', description: 'When it is long', content: bigResult };

/**
 * A record and chats of every kind in a SQLite store: settled with a blob, with a question open, retried at the root,
 * and stopped. The retried task follows its instruction: `now ask` leaves it open.
 */
export async function writeRichStore(directory: string, retriedTask = 'now use the tool'): Promise<void> {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['big', 'askUser'] })];
  await using app = await openTestApp({ script: richScript, agents, tools: [bigTool], directory });
  const { records } = app.retinue;
  const { commands } = app;
  const place = { kind: 'skill', id: richSkill.skillId } as const;
  await records.change({ workspaceId: localWorkspaceId }, place, () => richSkill);
  for (const name of ['settled', 'stopped', 'fail', 'open']) {
    const { thread } = await app.run(name);
    const questions = await app.log.readModels.openQuestions(thread.workspaceId);
    const question = questions.find(({ rootId }) => rootId === thread.threadId);
    assert.ok(question);
    if (name === 'stopped') await commands.cancelThread(app.context(), { threadId: thread.threadId });
    if (name === 'settled' || name === 'fail')
      await commands.answerQuestion(app.context(), { questionId: question.questionId, answer: 'The year 2023' });
    const settled = await app.settled(thread.threadId);
    const retried = settled.tasks.find(({ status }) => name === 'fail' && status === 'failed');
    if (retried) await commands.retryTask(app.context(), { taskId: retried.task.taskId, instruction: retriedTask });
    await app.settled(thread.threadId);
  }
}

export const bigTool: Tool = {
  name: 'big',
  description: 'A long text',
  input: z.strictObject({}),
  effect: 'read',
  reach: 'internal',
  timeoutMs: 1000,
  outputBytes: 100,
  run: async () => bigResult,
};

export const richScript: Script = (request) => {
  const { agentId, step } = request.place;
  const last = inputsOf(request).at(-1) ?? '';
  if (agentId === 'agt_boss') {
    if (step > 1) return [say('Here is what came back.')];
    return [
      say('Two go out.'),
      together(
        call('newTask', { task: `${last}: use the tool`, subAgentId: 'agt_worker' }),
        call('newTask', { task: `${last}: ask`, subAgentId: 'agt_worker' }),
      ),
    ];
  }
  if (step === 1) return [last.endsWith('ask') ? call('askUser', { question: 'Which year?' }) : call('big')];
  return [call('taskResult', { result: 'Found it.', status: last.startsWith('fail') ? 'error' : 'success' })];
};
