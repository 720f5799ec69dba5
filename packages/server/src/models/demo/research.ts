import type { z } from 'zod';
import type { Json, ModelRequest } from '../../ports/model.ts';
import type { Sum } from './amounts.ts';
import { type Choice, chooseTables } from './choose-tables.ts';
import { call, type DemoStep, finish, offers } from './demo-step.ts';
import { completed, lastQuestion } from './follow-up.ts';
import { contentWords } from './lexicon.ts';
import { type Plan, planQuery, queryArgs } from './plan.ts';
import { calculateReply, detailsReply, queryReply, type Row, searchReply } from './replies.ts';
import { missingValues, reportRows, sumsNeeded } from './report.ts';
import { aboutMe, isUnclear, smallTalk } from './small-talk.ts';
import { answers, type Called, type Turn, wordsOfValue } from './turn.ts';
import { readExpression, readWish, type Wish } from './wish.ts';

/** Search, read the details, query, calculate, report: each step follows from what the ones before it brought. */
export function research(request: ModelRequest, turn: Turn): DemoStep {
  const said = completed(turn.fresh.join('\n'), lastQuestion(turn.earlier));
  const pleasantry = smallTalk(said);
  if (pleasantry) return finish(request, pleasantry, 'success');
  const problem = turn.calls.map(problemOf).find((words) => words !== null);
  if (problem) return finish(request, problem, 'error');
  const wish = readWish([said, ...answers(turn.calls)].join(', '));
  const expression = readExpression(said);
  if (expression && offers(request, 'calculate')) return workOut(request, turn, expression);
  if (isUnclear(wish.text)) return askOrGiveUp(request, turn);
  return lookUp(request, turn, wish);
}

function lookUp(request: ModelRequest, turn: Turn, wish: Wish): DemoStep {
  const query = contentWords(wish.words)
    .map(({ raw }) => raw)
    .join(' ');
  const [search] = replies(turn, 'searchDatasets', searchReply);
  if (!search) return use(request, 'searchDatasets', { query: query.slice(0, 500) });
  if (search.matches.length === 0) return finish(request, `The catalogue has no dataset for "${query}".`, 'error');

  const details = replies(turn, 'getDatasetDetails', detailsReply);
  if (details.length === 0) return use(request, 'getDatasetDetails', ...worthReading(search.matches));

  const choice = chooseTables(wish.words, details);
  if (choice.kind === 'nothing') return finish(request, `${choice.problem} I searched for "${query}".`, 'error');
  if (choice.kind === 'unsure') return askWhich(request, turn, choice.titles);
  return askTables(request, turn, wish, choice);
}

function askTables(
  request: ModelRequest,
  turn: Turn,
  wish: Wish,
  choice: Extract<Choice, { kind: 'tables' }>,
): DemoStep {
  const planned = choice.matches.map((match) => planQuery(wish, match));
  const plans = planned.filter((plan): plan is Plan => !('problem' in plan));
  const problems = planned.flatMap((plan) => ('problem' in plan ? [plan.problem] : []));
  if (plans.length === 0) return finish(request, problems.join('\n'), 'error');

  const tables = replies(turn, 'queryDataset', queryReply);
  if (tables.length < plans.length) return use(request, 'queryDataset', ...plans.map(queryArgs));

  const sums = plans.flatMap((plan, index) => sumsNeeded(plan, tables[index]?.rows ?? []));
  const values = replies(turn, 'calculate', calculateReply);
  if (sums.length > values.length && offers(request, 'calculate')) {
    return call('calculate', ...sums.map(({ expression }) => ({ expression })));
  }
  const rows = plans.map((_, index) => tables[index]?.rows ?? []);
  return finishWith(request, tellAll(plans, rows, values), [...choice.caveats, ...problems], plans);
}

function tellAll(plans: Plan[], rows: Row[][], values: { value: number }[]): { lines: string[]; gaps: string[] } {
  let next = 0;
  const work = (sum: Sum) => values[next++]?.value ?? sum.value;
  const lines = plans.flatMap((plan, index) => reportRows(plan, rows[index] ?? [], work));
  const gaps = plans.flatMap((plan, index) => {
    const missing = missingValues(plan, rows[index] ?? []);
    if (rows[index]?.length === 0) return [`"${plan.title}" has no figures for that.`];
    return missing.length > 0 ? [`Note: there are no figures for ${missing.join(', ')}.`] : [];
  });
  return { lines, gaps };
}

function finishWith(
  request: ModelRequest,
  { lines, gaps }: ReturnType<typeof tellAll>,
  notes: string[],
  plans: Plan[],
): DemoStep {
  if (lines.length === 0) return finish(request, [...gaps, ...notes].join('\n'), 'error');
  const sources = [...new Set(plans.map(({ title, datasetId }) => `${title} (${datasetId}), sample data`))].join('; ');
  return finish(request, [...notes, ...lines, ...gaps, `Source: ${sources}.`].join('\n'), 'success');
}

/** The best match, and those that come near it. */
function worthReading(matches: { datasetId: string; score: number }[]): Json[] {
  const enough = (matches[0]?.score ?? 0) * 0.4;
  return matches
    .slice(0, 4)
    .filter(({ score }) => score >= enough)
    .map(({ datasetId }) => ({ datasetId }));
}

function askWhich(request: ModelRequest, turn: Turn, titles: string[]): DemoStep {
  const question = 'Several datasets fit equally well. Which one do you mean?';
  if (offers(request, 'askUser') && answers(turn.calls).length === 0)
    return call('askUser', { question, options: titles });
  return finish(request, `Several datasets fit equally well: ${titles.join('; ')}. Name one of them.`, 'error');
}

function askOrGiveUp(request: ModelRequest, turn: Turn): DemoStep {
  const asked = turn.calls.some(({ name }) => name === 'askUser');
  if (!asked && offers(request, 'askUser'))
    return call('askUser', { question: 'What shall I look up? Name a topic, a place and a year.' });
  return finish(request, `I could not tell what to look for. ${aboutMe}`, 'error');
}

function workOut(request: ModelRequest, turn: Turn, expression: string): DemoStep {
  const [result] = replies(turn, 'calculate', calculateReply);
  return result ? finish(request, `${expression} = ${result.value}`, 'success') : call('calculate', { expression });
}

function use(request: ModelRequest, name: string, ...args: Json[]): DemoStep {
  return offers(request, name)
    ? call(name, ...args)
    : finish(request, `I would need the tool ${name} for this and do not have it.`, 'error');
}

const schemas: Record<string, z.ZodType> = {
  searchDatasets: searchReply,
  getDatasetDetails: detailsReply,
  queryDataset: queryReply,
  calculate: calculateReply,
};

/** A reply that failed or cannot be read ends the task: asking again would bring the same. */
function problemOf({ name, value, failed }: Called): string | null {
  if (failed) return `${name} failed: ${wordsOfValue(value)}`;
  return schemas[name]?.safeParse(value).success === false ? `I could not read what ${name} answered.` : null;
}

function replies<Schema extends z.ZodType>(
  { calls }: { calls: Called[] },
  name: string,
  schema: Schema,
): z.infer<Schema>[] {
  return calls.flatMap((made) => {
    const parsed = made.name === name ? schema.safeParse(made.value) : null;
    return parsed?.success ? [parsed.data] : [];
  });
}
