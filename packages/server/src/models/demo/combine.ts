import { z } from 'zod';
import type { Json } from '../../ports/model.ts';
import { compareFacts } from './compare-facts.ts';
import { type Called, wordsOfValue } from './turn.ts';

/** One answer from what the tasks brought back: the figures, how they compare, what failed, and where they come from. */
export function combine(outcomes: Called[]): { text: string; succeeded: boolean } {
  const read = outcomes.map(readOutcome);
  const lines = read.filter(({ succeeded }) => succeeded).map(({ result }) => splitSource(result));
  const failures = read.filter(({ succeeded }) => !succeeded);
  const facts = lines.flatMap(({ facts }) => facts);
  const sources = [...new Set(lines.flatMap(({ sources }) => sources))];
  const paragraphs = [
    facts.length > 1 ? facts.map((fact) => `- ${fact}`).join('\n') : facts.join(''),
    lines.length > 1 ? compareFacts(facts.filter((fact) => !fact.startsWith('Note: '))) : '',
    failures.map(tellFailure).join('\n'),
    sources.length > 0 ? `${sources.length > 1 ? 'Sources' : 'Source'}: ${sources.join('; ')}.` : '',
  ];
  return { text: paragraphs.filter(Boolean).join('\n\n'), succeeded: lines.length > 0 };
}

interface Outcome {
  task: string;
  result: string;
  succeeded: boolean;
}

const taskSchema = z.object({ task: z.string() });
const outcomeSchema = z.object({ status: z.string(), result: z.string() });

function readOutcome({ args, value, failed }: Called): Outcome {
  const task = taskSchema.safeParse(args).data?.task ?? 'a part';
  const told = outcomeSchema.safeParse(parsedIfText(value)).data;
  if (!told) return { task, result: wordsOfValue(value), succeeded: !failed };
  return { task, result: told.result, succeeded: !failed && told.status === 'success' };
}

/** An object may come as its JSON text. */
function parsedIfText(value: Json): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function splitSource(result: string): { facts: string[]; sources: string[] } {
  const lines = result
    .split('\n')
    .map((line) => line.replace(/^- /, '').trim())
    .filter(Boolean);
  const sources = lines.flatMap((line) => /^Sources?: (.+?)\.?$/.exec(line)?.[1]?.split('; ') ?? []);
  return { facts: lines.filter((line) => !/^Sources?: /.test(line)), sources };
}

function tellFailure({ task, result }: Outcome): string {
  return `I could not answer "${task}": ${result || 'the task ended without saying why.'}`;
}
