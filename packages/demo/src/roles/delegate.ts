import type { ModelRequest } from '@retinue/server/extension';
import { type DemoStep, offers } from '../demo-step.ts';
import { lastQuestion } from '../language/follow-up.ts';
import { isOperation } from '../language/lexicon.ts';
import { parseQuestion } from '../language/parsed-question.ts';
import { phrasesFor } from '../language/phrases.ts';
import { isUnclear, smallTalk } from '../language/small-talk.ts';
import { splitRequest } from '../language/split.ts';
import { replay } from '../replay.ts';
import { combine } from '../report/combine.ts';
import { answers, maxTextCharacters, type Turn } from '../turn.ts';
import { readTaskOutcome } from './outcomes.ts';
import { present, reply } from './present.ts';
import { chooseSubAgent, offeredSubAgents } from './sub-agents.ts';
import { askTopic, type Worker } from './use-tool.ts';

/** Splits what was asked, sends the parts out in one go, and answers from what comes back. */
export function delegateParts(request: ModelRequest, turn: Turn): DemoStep {
  const worker = { request, phrases: phrasesFor([...turn.earlier, ...turn.fresh].at(-1) ?? '') };
  const outcomes = turn.calls.filter(({ name }) => name === 'newTask');
  const answered = answers(turn.calls);
  const fresh = [...turn.fresh, ...(outcomes.length === 0 ? answered : [])];
  if (fresh.length === 0 || !offers(request, 'newTask')) return answerFrom(worker, turn);

  const pleasantry = smallTalk(fresh.join('\n'));
  if (pleasantry) return outcomes.length > 0 ? answerFrom(worker, turn) : reply(worker, pleasantry, true);

  const text = answered.length > 0 ? joinAnswer(fresh) : fresh.join('\n');
  const parts = splitRequest(text, lastQuestion(turn.earlier));
  const cut = fresh.some((one) => one.length === maxTextCharacters);
  if (parts.length > 0) return sendOut(worker, parts, cut);
  if (outcomes.length > 0) return answerFrom(worker, turn);
  const asking = replay(askTopic(worker), turn.calls);
  if ('step' in asking) return asking.step;
  return reply(worker, `${worker.phrases.cannotTell} ${worker.phrases.aboutMe}`, false);
}

/** "Which is better?" and its answer make one question; "help me" adds nothing to it, a year does. */
function joinAnswer(texts: string[]): string {
  const telling = texts.filter(
    (text) => !isUnclear(text) || /\b(?:19|20)\d\d\b/.test(text) || parseQuestion(text).words.some(isOperation),
  );
  return telling.map((text) => text.replace(/[\s?.!]+$/, '')).join(', ');
}

function sendOut({ request, phrases }: Worker, parts: string[], cut: boolean): DemoStep {
  const subAgents = offeredSubAgents(request);
  const tasks = parts.flatMap((task) => {
    const agent = chooseSubAgent(task, subAgents);
    return agent ? [{ task, agent }] : [];
  });
  if (tasks.length === 0) return reply({ request, phrases }, phrases.noSubAgents, false);
  const names = [...new Set(tasks.map(({ agent }) => agent.name))];
  return {
    text: phrases.delegate(names, tasks.length) + (cut ? ` ${phrases.readOnly(maxTextCharacters)}` : ''),
    calls: tasks.map(({ task, agent }) => ({ name: 'newTask', args: { task, subAgentId: agent.agentId } })),
  };
}

function answerFrom(worker: Worker, turn: Turn): DemoStep {
  const { phrases } = worker;
  const outcomes = turn.calls.filter(({ name }) => name === 'newTask').map(readTaskOutcome);
  const asked = [...turn.earlier, ...outcomes.map(({ task }) => task)];
  if (outcomes.length > 0) return present(worker, combine(outcomes, phrases), turn.calls, asked);
  return reply(worker, isUnclear(turn.fresh.join('\n')) ? phrases.aboutMe : phrases.noResults, false);
}
