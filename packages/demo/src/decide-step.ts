import type { Json, ModelRequest } from '@retinue/server/extension';
import { type DemoStep, has } from './demo-step.ts';
import { jobOf } from './language/job.ts';
import { phrasesFor } from './language/phrases.ts';
import { smallTalk } from './language/small-talk.ts';
import { delegateParts } from './roles/delegate.ts';
import { reply } from './roles/present.ts';
import { study } from './roles/study.ts';
import { summarize } from './roles/summarize.ts';
import { lastTurn, openTurn, readEntries, type Turn } from './turn.ts';

/** Chooses an agent's behavior by its tools: it delegates if it can, and otherwise uses its data tools. */
export function decideStep(request: ModelRequest): DemoStep {
  if (request.place.kind === 'compaction') return summarize(request);
  if (request.place.kind === 'salvage') return gather(request);
  const entries = readEntries(request);
  const turn = lastTurn(entries);
  const studies = ['searchDatasets', 'calculate'].some((name) => has(request, name));
  if (has(request, 'newTask') && !(studies && asksForReport(turn))) return delegateParts(request, openTurn(entries));
  if (studies) return study(request, turn);
  const said = turn.fresh.join('\n');
  const worker = { request, phrases: phrasesFor(said) };
  const pleasantry = smallTalk(said);
  return pleasantry ? reply(worker, pleasantry, true) : reply(worker, worker.phrases.noMeans, false);
}

/** The last answer of a thread that reached a limit: from a record of its work, or from the conversation. */
function gather(request: ModelRequest): DemoStep {
  const { messages, maxOutputTokens = Number.POSITIVE_INFINITY } = request;
  const record = messages.map((message) => (message.role === 'user' ? message.text : '')).join('\n');
  const recorded = record.split('\n').filter((line) => line.startsWith('FinishedCall '));
  const done = openTurn(readEntries(request)).calls.map(({ name, value }) => `${name}: ${shortValue(value)}`);
  const found = [...recorded, ...done];
  const text =
    found.length === 0 ? 'Nothing was found yet.' : `So far:\n${found.map((line) => `- ${line}`).join('\n')}`;
  return { text: text.slice(0, maxOutputTokens * 4).toWellFormed(), calls: [] };
}

function shortValue(value: Json): string {
  const { result } = (typeof value === 'object' && value !== null ? value : {}) as { result?: Json };
  const told = typeof result === 'string' ? result : typeof value === 'string' ? value : JSON.stringify(value);
  return told.replace(/\s+/g, ' ').slice(0, maxValueCharacters);
}

const maxValueCharacters = 300;

function asksForReport({ fresh }: Turn): boolean {
  return jobOf(fresh.join('\n')) === 'report';
}
