import type { Json } from '@retinue/server/extension';
import { offers } from '../demo-step.ts';
import { type ParsedQuestion, parseQuestion, readExpression } from '../language/parsed-question.ts';
import { isUnclear } from '../language/small-talk.ts';
import type { Work } from '../replay.ts';
import type { Sum } from '../report/amounts.ts';
import { figuresOf } from '../report/figures.ts';
import { nextQuestions } from '../report/next-questions.ts';
import { missingValues, reportRows, sumsNeeded } from '../report/report.ts';
import { failure, type Result, success } from '../report/result.ts';
import { type Choice, chooseTables } from '../tables/choose-tables.ts';
import type { Match } from '../tables/match.ts';
import { type Plan, planQuery, queryArgs } from '../tables/plan.ts';
import { calculateReply, type Details, queryReply, type ResultRow } from '../tables/replies.ts';
import { findTables } from './find-tables.ts';
import { askPerson, askTopic, useTool, type Worker } from './use-tool.ts';

/** One question put to the catalog: search, read the details, query, calculate, report. */
export function* inquire(worker: Worker, question: string, known: Details[] | null = null): Work<Result> {
  const { request, phrases } = worker;
  const expression = readExpression(question);
  if (expression && offers(request, 'calculate')) return yield* workOut(worker, expression);
  let text = question;
  if (isUnclear(text)) {
    const answer = yield* askTopic(worker);
    if (answer === null || isUnclear(answer)) return failure(`${phrases.cannotTell} ${phrases.aboutMe}`);
    text = `${text.replace(/[\s?.!]+$/, '')}, ${answer}`;
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
  if (choice.kind === 'nothing') return failure(nothingFound(worker, choice.problem, found));
  return yield* askTables(worker, parseQuestion(text), choice);
}

function nothingFound(
  { phrases }: Worker,
  problem: string,
  { details, query }: { details: Details[]; query: string },
): string {
  const near = phrases.available(details.map(({ title }) => title));
  return [problem, ...(query ? [phrases.searchedFor(query)] : []), near].join(' ');
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
  const worked =
    sums.length > 0 && offers(worker.request, 'calculate') ? yield* calculate(worker, sums) : { answers: [] };
  if ('problem' in worked) return failure(worked.problem);
  const notes = [...choice.caveats, ...(/\bwhy\b/i.test(parsed.text) ? [worker.phrases.noReasons] : [])];
  return tell(worker, tables, { rowsOf, values: worked.answers, notes, problems });
}

function calculate(worker: Worker, sums: Sum[]) {
  return useTool(
    worker,
    'calculate',
    calculateReply,
    sums.map(({ expression }) => ({ expression })),
  );
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
  const gaps = tables.flatMap(({ plan }, index) => gapsIn(plan, rowsOf(index)));
  const empty = tables
    .filter((_, index) => rowsOf(index).length === 0)
    .map(({ plan }) => phrases.noFigures(plan.title));
  const remarks = [
    ...problems,
    ...empty,
    ...[...notes, ...(gaps.length > 0 ? [phrases.gap(gaps)] : [])].map(phrases.note),
  ];
  if (facts.length === 0) return failure(...remarks);
  return success(facts, {
    remarks,
    sources: [...new Set(tables.map(({ plan }) => phrases.source(plan.title, plan.datasetId)))],
    figures: tables.flatMap(({ plan }, index) => figuresOf(plan, rowsOf(index))),
    next: tables.flatMap(({ plan, match }) => nextQuestions(plan, match)),
  });
}

function gapsIn(plan: Plan, rows: ResultRow[]): string[] {
  return rows.length === 0 ? [] : missingValues(plan, rows);
}
