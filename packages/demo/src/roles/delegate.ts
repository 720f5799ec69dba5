import type { ModelRequest } from '@retinue/server/extension';
import { lastQuestion } from '../language/follow-up.ts';
import { withoutEnd } from '../language/grammar.ts';
import { isOperation } from '../language/lexicon.ts';
import { parseQuestion } from '../language/parsed-question.ts';
import { phrasesFor } from '../language/phrases.ts';
import { isUnclear, smallTalk } from '../language/request-kind.ts';
import { splitRequest } from '../language/split.ts';
import { combine } from '../report/combine.ts';
import { type DemoStep, offers, replay } from '../step.ts';
import { answers, maxTextCharacters, type Turn } from '../turn.ts';
import { present, reply } from './present.ts';
import { delegateAll, readTaskOutcome } from './tasks.ts';
import { askTopic, type Worker } from './use-tool.ts';

/** Splits the request, delegates the parts in one step, and answers from their results. */
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
  if (parts.length > 0) return delegateOrSay(worker, parts, cut);
  if (outcomes.length > 0) return answerFrom(worker, turn);
  const asking = replay(askTopic(worker), turn.calls);
  if ('step' in asking) return asking.step;
  return reply(worker, `${worker.phrases.cannotTell} ${worker.phrases.aboutMe}`, false);
}

/** "Which is better?" and its answer make one question; "help me" adds nothing, a year does. */
function joinAnswer(texts: string[]): string {
  const telling = texts.filter(
    (text) => !isUnclear(text) || /\b(?:19|20)\d\d\b/.test(text) || parseQuestion(text).words.some(isOperation),
  );
  return telling.map(withoutEnd).join(', ');
}

function delegateOrSay(worker: Worker, parts: string[], cut: boolean): DemoStep {
  const { phrases } = worker;
  const step = delegateAll(worker, parts);
  if (!step) return reply(worker, phrases.noSubAgents, false);
  return cut ? { ...step, text: `${step.text} ${phrases.readOnly(maxTextCharacters)}` } : step;
}

function answerFrom(worker: Worker, turn: Turn): DemoStep {
  const { phrases } = worker;
  const outcomes = turn.calls.filter(({ name }) => name === 'newTask').map(readTaskOutcome);
  const asked = [...turn.earlier, ...outcomes.map(({ task }) => task)];
  if (outcomes.length > 0) return present(worker, combine(outcomes, phrases), turn.calls, asked);
  return reply(worker, isUnclear(turn.fresh.join('\n')) ? phrases.aboutMe : phrases.noResults, false);
}
