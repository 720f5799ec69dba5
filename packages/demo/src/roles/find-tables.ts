import { contentWords } from '../language/lexicon.ts';
import type { ParsedQuestion } from '../language/parsed-question.ts';
import type { Work } from '../replay.ts';
import { type Details, detailsReply, searchReply } from '../tables/replies.ts';
import { useTool, type Worker } from './use-tool.ts';

export interface Found {
  details: Details[];
  /** The search text. */
  query: string;
}

/** Searches for what a question is about and reads the details of what comes near it. */
export function* findTables(worker: Worker, { words }: ParsedQuestion): Work<Found | { problem: string }> {
  const { phrases } = worker;
  const topics = contentWords(words).map(({ raw }) => raw);
  const query = topics.join(' ').slice(0, maxQueryCharacters);
  const searched = yield* useTool(worker, 'searchDatasets', searchReply, [{ query }]);
  if ('problem' in searched) return searched;
  const { matches, others } = searched.answers[0] ?? { matches: [], others: [] };
  if (matches.length === 0)
    return { problem: [phrases.nothingAbout(topics), phrases.searchedFor(query), phrases.available(others)].join(' ') };
  const read = yield* useTool(worker, 'getDatasetDetails', detailsReply, worthReading(matches));
  return 'problem' in read ? read : { details: read.answers, query };
}

/** The best match, and those that come near it. */
function worthReading(matches: { datasetId: string; score: number }[]): { datasetId: string }[] {
  const enough = (matches[0]?.score ?? 0) * 0.4;
  return matches
    .slice(0, maxTables)
    .filter(({ score }) => score >= enough)
    .map(({ datasetId }) => ({ datasetId }));
}

const maxQueryCharacters = 500;
const maxTables = 4;
