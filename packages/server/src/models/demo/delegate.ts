import type { ModelRequest } from '../../ports/model.ts';
import { combine } from './combine.ts';
import { type DemoStep, finish, offers } from './demo-step.ts';
import { lastQuestion } from './follow-up.ts';
import { isOperation } from './lexicon.ts';
import { aboutMe, isUnclear, smallTalk } from './small-talk.ts';
import { splitRequest } from './split.ts';
import { chooseSubAgent, offeredSubAgents, type SubAgent } from './sub-agents.ts';
import { answers, longestText, type Turn } from './turn.ts';
import { readWords } from './words.ts';

/** Splits what was asked, sends the parts out in one go, and answers from what comes back. */
export function delegate(request: ModelRequest, turn: Turn): DemoStep {
  const outcomes = turn.calls.filter(({ name }) => name === 'newTask');
  const answered = answers(turn.calls);
  const fresh = [...turn.fresh, ...(outcomes.length === 0 ? answered : [])];
  const asked = turn.calls.some(({ name }) => name === 'askUser');
  if (fresh.length === 0 || !offers(request, 'newTask')) return answerFrom(request, turn);

  const pleasantry = smallTalk(fresh.join('\n'));
  if (pleasantry) return outcomes.length > 0 ? answerFrom(request, turn) : finish(request, pleasantry, 'success');

  const text = answered.length > 0 ? joinAnswer(fresh) : fresh.join('\n');
  const parts = splitRequest(text, lastQuestion(turn.earlier));
  const cut = fresh.some((one) => one.length === longestText);
  if (parts.length > 0) return sendOut(request, parts, cut);
  if (outcomes.length > 0) return answerFrom(request, turn);
  if (!asked && offers(request, 'askUser')) return ask();
  return finish(request, `I could not tell what to look for. ${aboutMe}`, 'error');
}

/** "Which is better?" and its answer make one question; "help me" adds nothing to it. */
function joinAnswer(texts: string[]): string {
  const telling = texts.filter((text) => !isUnclear(text) || readWords(text).some(isOperation));
  return telling.map((text) => text.replace(/[\s?.!]+$/, '')).join(', ');
}

function sendOut(request: ModelRequest, parts: string[], cut: boolean): DemoStep {
  const subAgents = offeredSubAgents(request);
  const tasks = parts.flatMap((task) => {
    const agent = chooseSubAgent(task, subAgents);
    return agent ? [{ task, agent }] : [];
  });
  if (tasks.length === 0) return finish(request, 'I have nobody to send: no agent is offered to me here.', 'error');
  return {
    text: announce(tasks.map(({ agent }) => agent)) + (cut ? ` I read only the first ${longestText} characters.` : ''),
    calls: tasks.map(({ task, agent }) => ({ name: 'newTask', args: { task, subAgentId: agent.agentId } })),
  };
}

function announce(agents: SubAgent[]): string {
  const names = [...new Set(agents.map(({ name }) => name))].join(' and the ');
  return agents.length === 1
    ? `I'll hand this to the ${names}.`
    : `I'll split this into ${agents.length} parts and send them to the ${names} side by side.`;
}

function answerFrom(request: ModelRequest, turn: Turn): DemoStep {
  const outcomes = turn.calls.filter(({ name }) => name === 'newTask');
  if (outcomes.length === 0) {
    const words = isUnclear(turn.fresh.join('\n')) ? aboutMe : 'Nothing came back that I could answer from.';
    return finish(request, words, 'error');
  }
  const { text, succeeded } = combine(outcomes);
  return finish(request, text, succeeded ? 'success' : 'error');
}

function ask(): DemoStep {
  const question =
    'What would you like to know? Name a topic, and if you can a place and a year, for example "library visits in Leeds in 2022".';
  return { text: '', calls: [{ name: 'askUser', args: { question } }] };
}
