import type { ModelRequest } from '../../ports/model.ts';
import { type DemoStep, has } from './demo-step.ts';
import { jobOf } from './language/job.ts';
import { phrasesFor } from './language/phrases.ts';
import { smallTalk } from './language/small-talk.ts';
import { delegate } from './roles/delegate.ts';
import { reply } from './roles/present.ts';
import { study } from './roles/study.ts';
import { summarise } from './roles/summarise.ts';
import { lastTurn, openTurn, readEntries, type Turn } from './turn.ts';

/** What an agent does follows from the tools that it has: who has data tools uses them, who can send others does that. */
export function decideStep(request: ModelRequest): DemoStep {
  if (request.place.kind === 'compaction') return summarise(request);
  if (request.place.kind === 'salvage') return gather(request);
  const entries = readEntries(request);
  const turn = lastTurn(entries);
  const studies = ['searchDatasets', 'calculate'].some((name) => has(request, name));
  if (has(request, 'newTask') && !(studies && asksForReport(turn))) return delegate(request, openTurn(entries));
  if (studies) return study(request, turn);
  const said = turn.fresh.join('\n');
  const worker = { request, phrases: phrasesFor(said) };
  const pleasantry = smallTalk(said);
  return pleasantry ? reply(worker, pleasantry, true) : reply(worker, worker.phrases.noMeans, false);
}

/** What a bounded answer without tools is asked of is a record of work that had to end; which lines of it are results is all it can tell. */
function gather({ messages, maxOutputTokens = 0 }: ModelRequest): DemoStep {
  const record = messages.map((message) => (message.role === 'user' ? message.text : '')).join('\n');
  const called = record.split('\n').filter((line) => line.startsWith('Called '));
  const text =
    called.length === 0 ? 'Nothing was found yet.' : `So far:\n${called.map((line) => `- ${line}`).join('\n')}`;
  return { text: text.slice(0, maxOutputTokens * 4).toWellFormed(), calls: [] };
}

function asksForReport({ fresh }: Turn): boolean {
  return jobOf(fresh.join('\n')) === 'report';
}
