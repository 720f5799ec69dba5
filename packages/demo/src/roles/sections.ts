import { contentWords } from '../language/lexicon.ts';
import type { ParsedQuestion } from '../language/parsed-question.ts';
import { phrasesOf } from '../language/phrases.ts';
import { resolveYears } from '../language/years.ts';
import { measuresOf, type Subject, subjectOf } from '../report/next-questions.ts';
import { judgeTables } from '../tables/choose-tables.ts';
import { type Match, matchQuestion } from '../tables/match.ts';
import type { Details } from '../tables/replies.ts';

/** One part of a report: a question that one table can answer. */
export interface ReportSection {
  title: string;
  datasetId: string;
  question: string;
}

export interface ReportPlan {
  sections: ReportSection[];
  /** Remarks beside the sections. */
  notes: string[];
}

/** For each table that the report is about: how its measure went, who leads, and what else it says of the places named. */
export function planSections(parsed: ParsedQuestion, candidates: Details[]): ReportPlan | { problem: string } {
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
  const span = isMissing ? subject : { ...subject, ...endsOf(years, subject) };
  const phrases = phrasesOf(parsed.language);
  return {
    sections: questionsFor(parsed, match, span).map((question) => ({ title, datasetId, question })),
    notes: isMissing ? [phrases.noYears(title, years.missing, subject.first, subject.last)] : [],
  };
}

const maxSections = 8;
const maxTables = 3;

/** Every table that explains a word which no better one does; where only places are named, those that have them. */
function chooseForReport({ words }: ParsedQuestion, candidates: Details[]): Match[] {
  const matches = candidates
    .map((details) => matchQuestion(words, details))
    .sort((left, right) => right.score - left.score || right.known.size - left.known.size);
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

function endsOf(years: number[], { first, last }: Subject): { first: number; last: number } {
  return { first: years.at(0) ?? first, last: years.at(-1) ?? last };
}
