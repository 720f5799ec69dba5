import type { Json, ModelRequest, z } from '@retinue/server/extension';
import { contentWords } from '../language/lexicon.ts';
import type { ParsedQuestion } from '../language/parsed-question.ts';
import type { Phrases } from '../language/phrases.ts';
import { callStep, offers, type Work } from '../step.ts';
import { type Details, detailsReply, listReply, searchReply } from '../tables/replies.ts';
import { textOfValue } from '../turn.ts';

/** A running agent: its request, and the phrases of its language. */
export interface Worker {
  request: ModelRequest;
  phrases: Phrases;
}

/** A tool's answers, one for each set of arguments. A failed or unreadable answer ends it: a retry would bring the same. */
export function* useTool<Schema extends z.ZodType>(
  { request, phrases }: Worker,
  name: string,
  schema: Schema,
  argsOfEach: Json[],
): Work<{ answers: z.infer<Schema>[] } | { problem: string }> {
  if (!offers(request, name)) return { problem: phrases.noTool(name) };
  const answers: z.infer<Schema>[] = [];
  for (const { value, failed } of yield callStep(name, ...argsOfEach)) {
    if (failed) return { problem: phrases.toolFailed(name, textOfValue(value)) };
    const parsed = schema.safeParse(value);
    if (!parsed.success) return { problem: phrases.unreadable(name) };
    answers.push(parsed.data);
  }
  return { answers };
}

/** The person's answer; null without askUser. */
export function* askPerson({ request }: Worker, question: string, options: string[]): Work<string | null> {
  if (!offers(request, 'askUser')) return null;
  const choices = options.slice(0, maxOptions);
  const args = { question, ...(choices.length > 0 ? { options: choices } : {}) };
  const [answer] = yield callStep('askUser', args);
  return !answer || answer.failed ? null : textOfValue(answer.value);
}

/** Asks for the topic, with those of the catalog to choose from. */
export function* askTopic(worker: Worker): Work<string | null> {
  if (!offers(worker.request, 'askUser')) return null;
  const listed = offers(worker.request, 'listDatasets')
    ? yield* useTool(worker, 'listDatasets', listReply, [{}])
    : { answers: [] };
  const titles =
    'problem' in listed ? [] : listed.answers.flatMap(({ datasets }) => datasets.map(({ title }) => title));
  return yield* askPerson(worker, worker.phrases.askTopic, titles);
}

export interface Found {
  details: Details[];
  /** The search text. */
  query: string;
}

/** Searches for the topics of a question and reads the details of the best matches. */
export function* findTables(worker: Worker, { words }: ParsedQuestion): Work<Found | { problem: string }> {
  const topics = contentWords(words).map(({ raw }) => raw);
  const query = topics.join(' ').slice(0, maxQueryCharacters);
  const searched = yield* useTool(worker, 'searchDatasets', searchReply, [{ query }]);
  if ('problem' in searched) return searched;
  const { matches, others } = searched.answers[0] ?? { matches: [], others: [] };
  if (matches.length === 0) return { problem: explainMiss(worker, worker.phrases.nothingAbout(topics), query, others) };
  const near = matches.slice(0, maxTables).filter(({ score }) => score >= (matches[0]?.score ?? 0) * 0.4);
  const args = near.map(({ datasetId }) => ({ datasetId }));
  const read = yield* useTool(worker, 'getDatasetDetails', detailsReply, args);
  return 'problem' in read ? read : { details: read.answers, query };
}

/** The problem, the search text and the available datasets. */
export function explainMiss({ phrases }: Worker, problem: string, query: string, titles: string[]): string {
  return [problem, ...(query ? [phrases.searchedFor(query)] : []), phrases.available(titles)].join(' ');
}

const maxOptions = 10;
const maxQueryCharacters = 500;
const maxTables = 4;
