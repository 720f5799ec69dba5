import { contentWords } from '../language/lexicon.ts';
import { type ParsedQuestion, parseQuestion } from '../language/parsed-question.ts';
import { phrasesOf } from '../language/phrases.ts';
import { reportTopic } from '../language/request-kind.ts';
import { resolveYears } from '../language/years.ts';
import { combine, type TaskOutcome } from '../report/combine.ts';
import { measuresOf, type Subject, subjectOf } from '../report/next-questions.ts';
import { failure, type Result } from '../report/result.ts';
import { offers, type Work } from '../step.ts';
import { judgeTables } from '../tables/choose-tables.ts';
import { type Match, rankTables } from '../tables/match.ts';
import type { Details } from '../tables/replies.ts';
import { inquire } from './inquire.ts';
import { delegateAll, readTaskOutcome } from './tasks.ts';
import { explainMiss, findTables, type Worker } from './use-tool.ts';

/** Plans sections that the data can fill, delegates them in parallel, and combines them. */
export function* writeReport(worker: Worker, text: string): Work<Result> {
  const { phrases, request } = worker;
  const parsed = parseQuestion(text);
  if (contentWords(parsed.words).length === 0) return failure(`${phrases.cannotTell} ${phrases.aboutMe}`);
  const found = yield* findTables(worker, parsed);
  if ('problem' in found) return failure(found.problem);
  const plan = planSections(parsed, found.details);
  if ('problem' in plan) {
    const titles = found.details.map(({ title }) => title);
    return failure(explainMiss(worker, plan.problem, found.query, titles));
  }
  const outcomes = offers(request, 'newTask')
    ? yield* sendOut(worker, plan.sections)
    : yield* workAlone(worker, plan.sections, found.details);
  return assemble(worker, { topic: reportTopic(text), notes: plan.notes, sections: plan.sections, outcomes });
}

function* sendOut(worker: Worker, sections: ReportSection[]): Work<TaskOutcome[]> {
  const questions = sections.map(({ question }) => question);
  const step = delegateAll(worker, questions);
  if (step) return (yield step).map(readTaskOutcome);
  return questions.map((task) => ({ task, result: failure(worker.phrases.noSubAgents) }));
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

/** One part of a report: a question that one table can answer. */
interface ReportSection {
  title: string;
  datasetId: string;
  question: string;
}

interface ReportPlan {
  sections: ReportSection[];
  /** Remarks beside the sections. */
  notes: string[];
}

/** Plans for each table of the report: the development of its measure, the leading place, and its other measures. */
function planSections(parsed: ParsedQuestion, candidates: Details[]): ReportPlan | { problem: string } {
  const phrases = phrasesOf(parsed.language);
  const matches = chooseForReport(parsed, candidates);
  if (matches.length === 0) return { problem: phrases.nothingAbout(contentWords(parsed.words).map(({ raw }) => raw)) };
  const judged = judgeTables(parsed, matches);
  if (judged.kind === 'nothing') return judged;
  const most = Math.floor(maxSections / matches.length);
  const planned = matches.map((match) => sectionsOf(parsed, match));
  return {
    sections: planned.flatMap(({ sections }) => sections.slice(0, most)),
    notes: [...judged.caveats, ...planned.flatMap(({ notes }) => notes)],
  };
}

function sectionsOf(parsed: ParsedQuestion, match: Match): ReportPlan {
  const subject = subjectOf(match);
  if (!subject) return { sections: [], notes: [] };
  const { title, datasetId } = match.details;
  const years = resolveYears(parsed.years, subject, 'all');
  const isMissing = 'missing' in years;
  const [first = subject.first, last = subject.last] = isMissing ? [] : [years.at(0), years.at(-1)];
  const phrases = phrasesOf(parsed.language);
  return {
    sections: questionsFor(parsed, match, { ...subject, first, last }).map((question) => ({
      title,
      datasetId,
      question,
    })),
    notes: isMissing ? [phrases.noYears(title, years.missing, subject.first, subject.last)] : [],
  };
}

/** Every table that explains a word which no better one does; if only places are named, tables that have them. */
function chooseForReport({ words }: ParsedQuestion, candidates: Details[]): Match[] {
  const matches = rankTables(words, candidates);
  const chosen: Match[] = [];
  for (const match of matches) {
    const adds = [...match.topics].some((index) => chosen.every(({ topics }) => !topics.has(index)));
    if (adds) chosen.push(match);
  }
  const fitting = chosen.length > 0 ? chosen : matches.filter((match) => match.chosen.length > 0);
  return fitting.slice(0, maxTables);
}

function questionsFor(parsed: ParsedQuestion, match: Match, subject: Subject): string[] {
  const phrases = phrasesOf(parsed.language);
  const { place, measure, name, first, last } = subject;
  const named = match.chosen.find(({ column }) => column === place)?.values ?? [];
  const where = named.length > 0 ? phrases.list(named) : null;
  const others = (match.measures.length > 1 ? match.measures : measuresOf(match.details)).filter(
    (one) => one !== measure,
  );
  return [
    ...(first < last ? [phrases.askChange(name, where, first, last)] : []),
    phrases.askHighest(place.title, name, last),
    ...others.slice(0, 2).flatMap((other) => {
      const about = subjectOf(match, other);
      return about ? [phrases.askValue(about.name, where, last)] : [];
    }),
  ];
}

const maxSections = 8;
const maxTables = 3;
