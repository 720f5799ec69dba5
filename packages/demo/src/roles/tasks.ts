import { type Json, type ModelRequest, z } from '@retinue/server/extension';
import { contentWords } from '../language/lexicon.ts';
import { needsCalculation, parseQuestion } from '../language/parsed-question.ts';
import { type Job, jobOf } from '../language/request-kind.ts';
import { formsOf } from '../language/words.ts';
import type { TaskOutcome } from '../report/combine.ts';
import { readResult } from '../report/result.ts';
import type { DemoStep } from '../step.ts';
import { type FinishedCall, textOfValue } from '../turn.ts';
import type { Worker } from './use-tool.ts';

/** Delegates all questions in one step, each to the agent that fits it best; null without any agent. */
export function delegateAll({ request, phrases }: Worker, questions: string[]): DemoStep | null {
  const subAgents = offeredSubAgents(request);
  const tasks = questions.flatMap((task) => chooseSubAgent(task, subAgents).map((agent) => ({ task, agent })));
  if (tasks.length === 0) return null;
  const names = [...new Set(tasks.map(({ agent }) => agent.name))];
  return {
    text: phrases.delegate(names, tasks.length),
    calls: tasks.map(({ task, agent }) => ({ name: 'newTask', args: { task, subAgentId: agent.agentId } })),
  };
}

interface OfferedAgent {
  agentId: string;
  name: string;
  description: string;
}

/** The agents that newTask lists in its description. */
function offeredSubAgents({ tools }: ModelRequest): OfferedAgent[] {
  const offered = tools.find(({ name }) => name === 'newTask')?.description ?? '';
  const lines = [...offered.matchAll(/^\s*- (\S+) · (.+?): (.*)$/gm)];
  return lines.map(([, agentId = '', name = '', description = '']) => ({ agentId, name, description }));
}

/** The agent whose description fits the job best; without one, an agent that looks up or calculates. */
function chooseSubAgent(part: string, subAgents: OfferedAgent[]): OfferedAgent[] {
  const parsed = parseQuestion(part);
  const topic = new Set(contentWords(parsed.words).map(({ form }) => form));
  const wanted = jobOf(part);
  const isThere = subAgents.some((agent) => fitOf(agent, jobStems[wanted], new Set()) > 0);
  const job = isThere ? wanted : needsCalculation(parsed) ? 'calculation' : 'look-up';
  const fit = (agent: OfferedAgent) => fitOf(agent, jobStems[job], topic);
  return subAgents.toSorted((left, right) => fit(right) - fit(left)).slice(0, 1);
}

function fitOf({ name, description }: OfferedAgent, stems: string[], topic: Set<string>): number {
  const forms = formsOf(`${name} ${description}`);
  return new Set(forms.filter((form) => stems.some((stem) => form.startsWith(stem)) || topic.has(form))).size;
}

/** Words of agents' descriptions, by job. */
const jobStems: Record<Job, string[]> = {
  calculation: ['calculat', 'total', 'average', 'change', 'rank', 'trend', 'compar', 'analy', 'math', 'difference'],
  'look-up': ['look', 'find', 'search', 'fact', 'read', 'research', 'value', 'source'],
  exploration: ['explor', 'overview', 'available', 'survey', 'cover'],
  report: ['report', 'plan', 'section', 'outline', 'brief'],
  other: ['general', 'anything', 'else', 'everyday'],
};

/** Reads the result of a task, as far as possible. */
export function readTaskOutcome({ args, value, failed }: FinishedCall): TaskOutcome {
  const task = taskSchema.safeParse(args).data?.task ?? 'a part';
  const told = outcomeSchema.safeParse(parsedIfText(value)).data;
  if (!told) return { task, result: readResult(textOfValue(value), !failed) };
  return { task, result: readResult(told.result, !failed && told.status === 'success') };
}

const taskSchema = z.object({ task: z.string() });
const outcomeSchema = z.object({ status: z.string(), result: z.string() });

/** An object may come as its JSON text. */
function parsedIfText(value: Json): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
