import type { Json, ModelRequest, z } from '@retinue/server/extension';
import { callStep, offers } from '../demo-step.ts';
import type { Phrases } from '../language/phrases.ts';
import type { Work } from '../replay.ts';
import { listReply } from '../tables/replies.ts';
import { textOfValue } from '../turn.ts';

/** An agent at work: its request, and the phrases of its language. */
export interface Worker {
  request: ModelRequest;
  phrases: Phrases;
}

/** A tool's answers, one for each set of arguments. One that failed or cannot be read ends it: asking again would bring the same. */
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

/** Asks what it is to be about, with the topics that there are to choose from. */
export function* askTopic(worker: Worker): Work<string | null> {
  if (!offers(worker.request, 'askUser')) return null;
  const listed = offers(worker.request, 'listDatasets')
    ? yield* useTool(worker, 'listDatasets', listReply, [{}])
    : { answers: [] };
  const titles =
    'problem' in listed ? [] : listed.answers.flatMap(({ datasets }) => datasets.map(({ title }) => title));
  return yield* askPerson(worker, worker.phrases.askTopic, titles);
}

const maxOptions = 10;
