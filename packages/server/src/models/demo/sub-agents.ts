import type { ModelRequest } from '../../ports/model.ts';
import { contentWords } from './lexicon.ts';
import { needsCalculation, readWish } from './wish.ts';
import { formsOf } from './words.ts';

export interface SubAgent {
  agentId: string;
  name: string;
  description: string;
}

/** Whom the agent may send, as the newTask tool lists them. */
export function offeredSubAgents(request: ModelRequest): SubAgent[] {
  const description = request.tools.find(({ name }) => name === 'newTask')?.description ?? '';
  return [...description.matchAll(/^\s*- (\S+) · (.+?): (.*)$/gm)].map(([, agentId = '', name = '', words = '']) => ({
    agentId,
    name,
    description: words,
  }));
}

/** The one whose description fits best; the first one when none does. */
export function chooseSubAgent(part: string, subAgents: SubAgent[]): SubAgent | null {
  const wish = readWish(part);
  const job = needsCalculation(wish) ? calculating : lookingUp;
  const topic = new Set(contentWords(wish.words).map(({ form }) => form));
  const fit = ({ name, description }: SubAgent) =>
    new Set(
      formsOf(`${name} ${description}`).filter((form) => job.some((stem) => form.startsWith(stem)) || topic.has(form)),
    ).size;
  const [first, ...others] = subAgents;
  if (!first) return null;
  return others.reduce((best, candidate) => (fit(candidate) > fit(best) ? candidate : best), first);
}

const calculating = [
  'calculat',
  'total',
  'average',
  'change',
  'rank',
  'trend',
  'compar',
  'analy',
  'math',
  'difference',
];
const lookingUp = ['look', 'find', 'search', 'fact', 'read', 'research', 'value', 'source'];
