import type { ModelRequest } from '@retinue/server/extension';
import { type Job, jobOf } from '../language/job.ts';
import { contentWords } from '../language/lexicon.ts';
import { needsCalculation, parseQuestion } from '../language/parsed-question.ts';
import { formsOf } from '../language/words.ts';

export interface OfferedAgent {
  agentId: string;
  name: string;
  description: string;
}

/** The agents that newTask lists in its description. */
export function offeredSubAgents(request: ModelRequest): OfferedAgent[] {
  const description = request.tools.find(({ name }) => name === 'newTask')?.description ?? '';
  return [...description.matchAll(/^\s*- (\S+) · (.+?): (.*)$/gm)].map(([, agentId = '', name = '', words = '']) => ({
    agentId,
    name,
    description: words,
  }));
}

/** The agent whose description fits the job best; without one, an agent that looks up or calculates. */
export function chooseSubAgent(part: string, subAgents: OfferedAgent[]): OfferedAgent | null {
  const parsed = parseQuestion(part);
  const topic = new Set(contentWords(parsed.words).map(({ form }) => form));
  const wanted = jobOf(part);
  const isThere = subAgents.some((agent) => fitOf(agent, jobStems[wanted], new Set()) > 0);
  const job = isThere ? wanted : needsCalculation(parsed) ? 'calculation' : 'look-up';
  const fit = (agent: OfferedAgent) => fitOf(agent, jobStems[job], topic);
  const [first, ...others] = subAgents;
  if (!first) return null;
  return others.reduce((best, candidate) => (fit(candidate) > fit(best) ? candidate : best), first);
}

function fitOf({ name, description }: OfferedAgent, stems: string[], topic: Set<string>): number {
  const forms = formsOf(`${name} ${description}`);
  return new Set(forms.filter((form) => stems.some((stem) => form.startsWith(stem)) || topic.has(form))).size;
}

/** How descriptions speak of each job. */
const jobStems: Record<Job, string[]> = {
  calculation: ['calculat', 'total', 'average', 'change', 'rank', 'trend', 'compar', 'analy', 'math', 'difference'],
  'look-up': ['look', 'find', 'search', 'fact', 'read', 'research', 'value', 'source'],
  exploration: ['explor', 'overview', 'available', 'survey', 'cover'],
  report: ['report', 'plan', 'section', 'outline', 'brief'],
  other: ['general', 'anything', 'else', 'everyday'],
};
