import type { ModelRequest } from '@retinue/server/extension';
import type { Phrases } from '../language/phrases.ts';
import { chartCalls } from '../report/charts.ts';
import { type Result, writeFigures, writeResult } from '../report/result.ts';
import { callStep, type DemoStep, has, offers, textStep } from '../step.ts';
import type { FinishedCall } from '../turn.ts';
import type { Worker } from './use-tool.ts';

/** A child returns its result. A root draws it, suggests next questions, and then answers. */
export function present(worker: Worker, result: Result, made: FinishedCall[], asked: string[]): DemoStep {
  const { request, phrases } = worker;
  if (has(request, 'taskResult')) return handBack(request, writeResult(result, phrases), result.succeeded);
  const calls = [...drawings(request, result), ...suggestions(request, result, asked)];
  const missing = calls.filter((wanted) => !made.some((one) => isSame(wanted, one)));
  if (missing.length > 0) return { text: '', calls: missing };
  return answer(phrases, answerText(result, phrases, !offers(request, 'displayLineChart')));
}

/** A reply in text, without a chart. */
export function reply({ request, phrases }: Worker, words: string, succeeded: boolean): DemoStep {
  return has(request, 'taskResult') ? handBack(request, words, succeeded) : answer(phrases, words);
}

/** An answer to a person names the demo model. */
function answer({ signature }: Phrases, words: string): DemoStep {
  return textStep(`${words}\n\n${signature}`);
}

function handBack(request: ModelRequest, result: string, succeeded: boolean): DemoStep {
  if (!offers(request, 'taskResult')) return textStep(result);
  return callStep('taskResult', { result, status: succeeded ? 'success' : 'error' });
}

function drawings(request: ModelRequest, { figures }: Result): DemoStep['calls'] {
  return chartCalls(figures).filter(({ name }) => offers(request, name));
}

function suggestions(request: ModelRequest, { next }: Result, asked: string[]): DemoStep['calls'] {
  const questions = next.filter((question) => !asked.includes(question)).slice(0, maxSuggestions);
  if (questions.length === 0 || !offers(request, 'suggestFollowUps')) return [];
  return callStep('suggestFollowUps', { questions }).calls;
}

const maxSuggestions = 3;

function isSame(wanted: DemoStep['calls'][number], { name, args }: FinishedCall): boolean {
  return wanted.name === name && JSON.stringify(wanted.args) === JSON.stringify(args);
}

function answerText({ facts, remarks, sources, figures }: Result, phrases: Phrases, withFigures: boolean): string {
  const bulleted = facts.length > 1;
  const lines = facts.map((fact) => (fact.startsWith('#') ? `\n${fact}` : bulleted ? `- ${fact}` : fact));
  return [
    lines.join('\n').trim(),
    ...remarks,
    sources.length > 0 ? phrases.sources(sources) : '',
    ...(withFigures ? figures.filter(({ points }) => points.length > 1).map(writeFigures) : []),
  ]
    .filter(Boolean)
    .join('\n\n');
}
