import type { Json } from '@retinue/server/extension';
import { withoutEnd } from '../language/grammar.ts';
import { type ParsedQuestion, parseQuestion, readExpression } from '../language/parsed-question.ts';
import { isUnclear } from '../language/request-kind.ts';
import type { Sum } from '../report/amounts.ts';
import { figuresOf } from '../report/figures.ts';
import { nextQuestions } from '../report/next-questions.ts';
import { missingValues, reportRows, sumsNeeded } from '../report/report.ts';
import { failure, type Result, success } from '../report/result.ts';
import { offers, type Work } from '../step.ts';
import { type Choice, chooseTables } from '../tables/choose-tables.ts';
import type { Match } from '../tables/match.ts';
import { type Plan, planQuery, queryArgs } from '../tables/plan.ts';
import { calculateReply, type Details, queryReply, type ResultRow } from '../tables/replies.ts';
import { askPerson, askTopic, explainMiss, findTables, useTool, type Worker } from './use-tool.ts';

/** One question put to the catalog: search, read the details, query, calculate, report. */
export function* inquire(worker: Worker, question: string, known: Details[] | null = null): Work<Result> {
  const { request, phrases } = worker;
  const expression = readExpression(question);
  if (expression && offers(request, 'calculate')) return yield* workOut(worker, expression);
  let text = question;
  if (isUnclear(text)) {
    const answer = yield* askTopic(worker);
    if (answer === null || isUnclear(answer)) return failure(`${phrases.cannotTell} ${phrases.aboutMe}`);
    text = `${withoutEnd(text)}, ${answer}`;
  }
  const found = known ? { details: known, query: '' } : yield* findTables(worker, parseQuestion(text));
  if ('problem' in found) return failure(found.problem);
  let choice = chooseTables(parseQuestion(text), found.details);
  if (choice.kind === 'unsure') {
    const answer = yield* askPerson(worker, phrases.askWhich, choice.titles);
    if (answer !== null) text = `${text}, ${answer}`;
    choice = chooseTables(parseQuestion(text), found.details);
  }
  if (choice.kind === 'unsure') return failure(phrases.stillUnsure(choice.titles));
  if (choice.kind === 'nothing') {
    const titles = found.details.map(({ title }) => title);
    return failure(explainMiss(worker, choice.problem, found.query, titles));
  }
  return yield* askTables(worker, parseQuestion(text), choice);
}

function* workOut(worker: Worker, expression: string): Work<Result> {
  const worked = yield* useTool(worker, 'calculate', calculateReply, [{ expression }]);
  if ('problem' in worked) return failure(worked.problem);
  return success(worked.answers.map(({ value }) => `${expression} = ${value}`));
}

interface Planned {
  plan: Plan;
  match: Match;
}

function* askTables(worker: Worker, parsed: ParsedQuestion, choice: Extract<Choice, { kind: 'tables' }>): Work<Result> {
  const planned = choice.matches.map((match) => ({ match, plan: planQuery(parsed, match) }));
  const tables = planned.filter((one): one is Planned => !('problem' in one.plan));
  const problems = planned.flatMap(({ plan }) => ('problem' in plan ? [plan.problem] : []));
  if (tables.length === 0) return failure(...problems);

  const argsOfEach: Json[] = tables.map(({ plan }) => queryArgs(plan));
  const queried = yield* useTool(worker, 'queryDataset', queryReply, argsOfEach);
  if ('problem' in queried) return failure(queried.problem);
  const rowsOf = (index: number) => queried.answers[index]?.rows ?? [];

  const sums = tables.flatMap(({ plan }, index) => sumsNeeded(plan, rowsOf(index)));
  const calculates = sums.length > 0 && offers(worker.request, 'calculate');
  const expressions = sums.map(({ expression }) => ({ expression }));
  const worked = calculates ? yield* useTool(worker, 'calculate', calculateReply, expressions) : { answers: [] };
  if ('problem' in worked) return failure(worked.problem);
  const notes = [...choice.caveats, ...(/\bwhy\b/i.test(parsed.text) ? [worker.phrases.noReasons] : [])];
  return tell(worker, tables, { rowsOf, values: worked.answers, notes, problems });
}

interface Told {
  rowsOf(index: number): ResultRow[];
  values: { value: number }[];
  notes: string[];
  problems: string[];
}

function tell({ phrases }: Worker, tables: Planned[], { rowsOf, values, notes, problems }: Told): Result {
  let next = 0;
  const work = (sum: Sum) => values[next++]?.value ?? sum.value;
  const facts = tables.flatMap(({ plan }, index) => reportRows(plan, rowsOf(index), work));
  const filled = tables.filter((_, index) => rowsOf(index).length > 0);
  const empty = tables.filter((table) => !filled.includes(table)).map(({ plan }) => phrases.noFigures(plan.title));
  const gaps = filled.flatMap((table) => missingValues(table.plan, rowsOf(tables.indexOf(table))));
  const missing = gaps.length > 0 ? [phrases.gap(gaps)] : [];
  const remarks = [...problems, ...empty, ...[...notes, ...missing].map(phrases.note)];
  if (facts.length === 0) return failure(...remarks);
  return success(facts, {
    remarks,
    sources: [...new Set(tables.map(({ plan }) => phrases.source(plan.title, plan.datasetId)))],
    figures: tables.flatMap(({ plan }, index) => figuresOf(plan, rowsOf(index))),
    next: tables.flatMap(({ plan, match }) => nextQuestions(plan, match)),
  });
}
