import { contentWords } from '../language/lexicon.ts';
import { type ParsedQuestion, parseQuestion } from '../language/parsed-question.ts';
import { measuresOf, subjectOf } from '../report/next-questions.ts';
import { failure, type Result, success } from '../report/result.ts';
import type { Work } from '../step.ts';
import { type Match, rankTables } from '../tables/match.ts';
import { type ColumnDetails, type Details, listReply } from '../tables/replies.ts';
import { explainMiss, findTables, useTool, type Worker } from './use-tool.ts';

/** Lists the data about a topic or a place, or all of it. */
export function* explore(worker: Worker, question: string): Work<Result> {
  const parsed = parseQuestion(question);
  if (contentWords(parsed.words).length === 0) return yield* listEverything(worker);
  const found = yield* findTables(worker, parsed);
  if ('problem' in found) return failure(found.problem);
  const matches = fittingTables(parsed, found.details);
  const { phrases } = worker;
  if (matches.length === 0) {
    const problem = phrases.nothingAbout(contentWords(parsed.words).map(({ raw }) => raw));
    const titles = found.details.map(({ title }) => title);
    return failure(explainMiss(worker, problem, found.query, titles));
  }
  return success(
    matches.map((match) => describe(worker, match)),
    {
      sources: matches.map(({ details }) => phrases.source(details.title, details.datasetId)),
      next: matches.slice(0, 2).flatMap((match) => questionsFor(worker, match)),
    },
  );
}

function* listEverything(worker: Worker): Work<Result> {
  const listed = yield* useTool(worker, 'listDatasets', listReply, [{}]);
  if ('problem' in listed) return failure(listed.problem);
  const datasets = listed.answers.flatMap((answer) => answer.datasets);
  const { phrases } = worker;
  return success(
    datasets.map(({ title, measures, firstYear, lastYear }) =>
      phrases.describe({ title, measures, places: '', years: `${firstYear}–${lastYear}` }),
    ),
    { next: datasets.slice(0, 3).map(({ title }) => phrases.askWhatThereIs(title.split(/ by | לפי /)[0] ?? title)) },
  );
}

/** Tables about the topic; if only a place is named, tables that have it. */
function fittingTables(parsed: ParsedQuestion, details: Details[]): Match[] {
  const matches = rankTables(parsed.words, details);
  const onTopic = matches.filter(({ topics }) => topics.size > 0);
  const isOnlyPlace = contentWords(parsed.words).every(({ index }) =>
    matches.some(({ known, topics }) => known.has(index) && !topics.has(index)),
  );
  return onTopic.length > 0 || !isOnlyPlace ? onTopic : matches.filter(({ chosen }) => chosen.length > 0);
}

function describe({ phrases }: Worker, { details }: Match): string {
  const [time] = details.columns.filter(({ role }) => role === 'time');
  const measures = measuresOf(details).map(({ title, unit }) => (unit ? `${title} (${unit})` : title));
  const places = details.columns.filter(({ role }) => role === 'place' || role === 'category').map(valuesOf);
  const years = `${time?.lowest}–${time?.highest}`;
  return phrases.describe({ title: details.title, measures, places: places.join('; '), years });
}

function valuesOf({ title, values }: ColumnDetails): string {
  const shown = values.slice(0, maxValues).join(', ');
  return `${title}: ${shown}${values.length > maxValues ? ', …' : ''} (${values.length})`;
}

function questionsFor({ phrases }: Worker, match: Match): string[] {
  const subject = subjectOf(match);
  if (!subject) return [];
  const { place, name, first, last } = subject;
  return [phrases.askHighest(place.title, name, last), phrases.askChange(name, place.values[0] ?? '', first, last)];
}

const maxValues = 6;
