import type { Json, ModelRequest } from '@retinue/server/extension';
import { completed, lastQuestion } from './language/follow-up.ts';
import { phrasesFor } from './language/phrases.ts';
import { jobOf, smallTalk } from './language/request-kind.ts';
import type { Result } from './report/result.ts';
import { delegateParts } from './roles/delegate.ts';
import { explore } from './roles/explore.ts';
import { inquire } from './roles/inquire.ts';
import { present, reply } from './roles/present.ts';
import type { Worker } from './roles/use-tool.ts';
import { writeReport } from './roles/write-report.ts';
import { type DemoStep, has, replay, textStep, type Work } from './step.ts';
import { lastTurn, openTurn, readEntries, type Turn } from './turn.ts';

/** Chooses an agent's behavior by its tools: it delegates if it can, and otherwise uses its data tools. */
export function decideStep(request: ModelRequest): DemoStep {
  if (request.place.kind === 'compaction') return summarize(request);
  if (request.place.kind === 'salvage') return gather(request);
  const entries = readEntries(request);
  const turn = lastTurn(entries);
  const studies = ['searchDatasets', 'calculate'].some((name) => has(request, name));
  const said = turn.fresh.join('\n');
  if (has(request, 'newTask') && !(studies && jobOf(said) === 'report'))
    return delegateParts(request, openTurn(entries));
  return study(request, turn, studies ? completed(said, lastQuestion(turn.earlier)) : said, studies);
}

/** Works on a question with the agent's data tools. */
function study(request: ModelRequest, turn: Turn, said: string, studies: boolean): DemoStep {
  const worker = { request, phrases: phrasesFor(said) };
  const pleasantry = smallTalk(said);
  if (pleasantry) return reply(worker, pleasantry, true);
  if (!studies) return reply(worker, worker.phrases.noMeans, false);
  const progress = replay(workOn(worker, said), turn.calls);
  return 'step' in progress ? progress.step : present(worker, progress.outcome, turn.calls, turn.fresh);
}

function workOn(worker: Worker, text: string): Work<Result> {
  const job = jobOf(text);
  if (job === 'report') return writeReport(worker, text);
  const onlyExplores = !has(worker.request, 'queryDataset') && has(worker.request, 'searchDatasets');
  return job === 'exploration' || onlyExplores ? explore(worker, text) : inquire(worker, text);
}

/** The last answer of a thread that reached a limit: from a record of its work, or from the conversation. */
function gather(request: ModelRequest): DemoStep {
  const { maxOutputTokens = Number.POSITIVE_INFINITY } = request;
  const recorded = recordIn(request, '\n')
    .replaceAll(framedResult, ' $1')
    .split('\n')
    .filter((line) => line.startsWith('Called '));
  const done = openTurn(readEntries(request)).calls.map(({ name, value }) => `${name}: ${shortValue(value)}`);
  const found = [...recorded, ...done].map((line) => `- ${line}`);
  const text = found.length === 0 ? 'Nothing was found yet.' : `So far:\n${found.join('\n')}`;
  return textStep(text.slice(0, maxOutputTokens * 4).toWellFormed());
}

function shortValue(value: Json): string {
  const { result } = (typeof value === 'object' && value !== null ? value : {}) as { result?: Json };
  const told = typeof result === 'string' ? result : typeof value === 'string' ? value : JSON.stringify(value);
  return told.replace(/\s+/g, ' ').slice(0, maxValueCharacters);
}

/** The messages and answers of a conversation, shortened. */
function summarize(request: ModelRequest): DemoStep {
  const entries = recordIn(request, '\n\n')
    .split(/^(?=\[)/m)
    .filter((entry) => /^\[(Came in|The agent said)\]/.test(entry));
  const lines = entries
    .slice(-maxEntries)
    .map((entry) => `- ${entry.replace(/\s+/g, ' ').slice(0, maxEntryCharacters)}`);
  return textStep(['Summary of the demo model:', ...lines].join('\n'));
}

function recordIn({ messages }: ModelRequest, separator: string): string {
  return messages.map((message) => (message.role === 'user' ? message.text : '')).join(separator);
}

/** The result of a sub-agent, on the lines after its call. */
const framedResult = /\n<external_data [^>]*>\n(.*)\n<\/external_data>/g;
const maxValueCharacters = 300;
const maxEntries = 12;
const maxEntryCharacters = 160;
