import { offers } from '../demo-step.ts';
import { reportTopic } from '../language/job.ts';
import { contentWords } from '../language/lexicon.ts';
import { parseQuestion } from '../language/parsed-question.ts';
import type { Work } from '../replay.ts';
import { combine, type TaskOutcome } from '../report/combine.ts';
import { failure, type Result } from '../report/result.ts';
import type { Details } from '../tables/replies.ts';
import { findTables } from './find-tables.ts';
import { inquire } from './inquire.ts';
import { readTaskOutcome } from './outcomes.ts';
import { planSections, type ReportSection } from './sections.ts';
import { chooseSubAgent, offeredSubAgents } from './sub-agents.ts';
import type { Worker } from './use-tool.ts';

/** Plans sections that the data can fill, delegates them in parallel, and combines them. */
export function* writeReport(worker: Worker, text: string): Work<Result> {
  const { phrases, request } = worker;
  const parsed = parseQuestion(text);
  if (contentWords(parsed.words).length === 0) return failure(`${phrases.cannotTell} ${phrases.aboutMe}`);
  const found = yield* findTables(worker, parsed);
  if ('problem' in found) return failure(found.problem);
  const plan = planSections(parsed, found.details);
  if ('problem' in plan) {
    const near = phrases.available(found.details.map(({ title }) => title));
    return failure([plan.problem, phrases.searchedFor(found.query), near].join(' '));
  }
  const outcomes = offers(request, 'newTask')
    ? yield* sendOut(worker, plan.sections)
    : yield* workAlone(worker, plan.sections, found.details);
  return assemble(worker, { topic: reportTopic(text), notes: plan.notes, sections: plan.sections, outcomes });
}

function* sendOut({ request, phrases }: Worker, sections: ReportSection[]): Work<TaskOutcome[]> {
  const subAgents = offeredSubAgents(request);
  const tasks = sections.flatMap(({ question }) => {
    const agent = chooseSubAgent(question, subAgents);
    return agent ? [{ agent, args: { task: question, subAgentId: agent.agentId } }] : [];
  });
  if (tasks.length === 0)
    return sections.map(({ question }) => ({ task: question, result: failure(phrases.noSubAgents) }));
  const names = [...new Set(tasks.map(({ agent }) => agent.name))];
  const called = yield {
    text: phrases.delegate(names, tasks.length),
    calls: tasks.map(({ args }) => ({ name: 'newTask', args })),
  };
  return called.map(readTaskOutcome);
}

/** Without sub-agents, works on the sections in sequence. */
function* workAlone(worker: Worker, sections: ReportSection[], details: Details[]): Work<TaskOutcome[]> {
  const outcomes: TaskOutcome[] = [];
  for (const { question, datasetId } of sections) {
    const own = details.filter((one) => one.datasetId === datasetId);
    outcomes.push({ task: question, result: yield* inquire(worker, question, own) });
  }
  return outcomes;
}

interface Draft {
  topic: string;
  notes: string[];
  sections: ReportSection[];
  outcomes: TaskOutcome[];
}

function assemble({ phrases }: Worker, { topic, notes, sections, outcomes }: Draft): Result {
  const whole = combine(outcomes, phrases);
  const titles = [...new Set(sections.map(({ title }) => title))];
  const facts = titles.flatMap((title) => {
    const own = outcomes.filter((_, index) => sections[index]?.title === title);
    const lines = own.flatMap(({ result }) => (result.succeeded ? result.facts : []));
    return lines.length > 0 ? [`## ${title}`, ...lines] : [];
  });
  const heading = `# ${phrases.report(topic)}`;
  return {
    ...whole,
    facts: whole.succeeded ? [heading, ...facts] : [],
    remarks: [...whole.remarks, ...notes.map(phrases.note)],
  };
}
