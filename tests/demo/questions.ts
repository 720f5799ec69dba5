import assert from 'node:assert/strict';
import type { Column, Dataset } from '../../packages/demo/src/catalog/catalog.ts';
import { catalogue, cell, cells, type Filter, mean, shown, sum, topOf } from './tables.ts';

/** A generated question, and the required parts of its answer. */
interface Generated {
  question: string;
  expected: string;
  datasetId: string;
}

type Random = () => number;

function pick<Item>(random: Random, items: Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
}

/** One row of a table and one of its measures, with the words that a person would use for them. */
interface Subject {
  dataset: Dataset;
  measure: Column;
  place: Column;
  time: Column;
  kind: Filter;
  /** "electricity price", "NO2 (air quality)". */
  name: string;
  where: string;
  whereNamed: string;
  year: number;
  last: number;
}

function pickSubject(random: Random, dataset = pick(random, catalogue.datasets)): Subject {
  const measure = pick(random, withRole(dataset, 'measure'));
  const [place] = withRole(dataset, 'place');
  const [time] = withRole(dataset, 'time');
  const [category] = withRole(dataset, 'category');
  assert.ok(place && time);
  const row = pick(random, dataset.rows);
  const kind: Filter = category ? { [category.name]: String(row[category.name]) } : {};
  const where = String(row[place.name]);
  const years = dataset.rows.map((other) => Number(other[time.name]));
  return {
    dataset,
    measure,
    place,
    time,
    kind,
    name: [...Object.values(kind), nameOf(random, dataset, measure)].join(' '),
    where,
    whereNamed: englishOf([where, ...(place.aliases?.[where] ?? [])], where),
    year: Number(row[time.name]),
    last: Math.max(...years),
  };
}

/** English names for the Hebrew table: it can be asked about in both languages. */
function nameOf(random: Random, dataset: Dataset, measure: Column): string {
  const also = measure.alsoCalled ?? [];
  if (/[א-ת]/.test(measure.title))
    return pick(
      random,
      also.filter((name) => /[a-z]/i.test(name)),
    );
  const topic = ` (${dataset.title.split(' by ')[0]?.toLowerCase()})`;
  return pick(random, [measure.title.toLowerCase(), pick(random, [measure.title, ...also]).toLowerCase() + topic]);
}

function englishOf(names: string[], otherwise: string): string {
  return names.find((name) => /^[a-z]/i.test(name)) ?? otherwise;
}

function withRole({ columns }: Dataset, role: Column['role']): Column[] {
  return columns.filter((column) => column.role === role);
}

function valueIn({ dataset, measure, place, time, kind, where }: Subject, year: number): number {
  return cell(dataset.rows, measure.name, { ...kind, [place.name]: where, [time.name]: year });
}

function valuesIn({ dataset, measure, time, kind }: Subject, year: number): number[] {
  return cells(dataset.rows, measure.name, { ...kind, [time.name]: year });
}

function leader({ dataset, measure, place, time, kind }: Subject, year: number, sign: 1 | -1): string {
  return topOf(dataset.rows, place.name, measure.name, { ...kind, [time.name]: year }, sign)[0] ?? '';
}

/** A question in a typical form, with the words that its answer must hold. */
export function generate(random: Random, dataset?: Dataset): Generated {
  const subject = pickSubject(random, dataset);
  const { name, whereNamed: where, year, last, measure } = subject;
  const placeTitle = englishOf([subject.place.title, ...(subject.place.alsoCalled ?? [])], subject.place.title);
  const value = `, ${year}): ${shown(valueIn(subject, year))}`;
  const change = valueIn(subject, last) - valueIn(subject, year);
  const forms: [question: string, expected: string][] = [
    [`What was the ${name} in ${where} in ${year}?`, value],
    [`${where}, ${year}: ${name}.`, value],
    [`Tell me the ${name} of ${where} for ${year}.`, value],
    [`Which ${placeTitle} had the highest ${name} in ${year}?`, leader(subject, year, 1)],
    [`Which ${placeTitle} had the lowest ${name} in ${year}?`, leader(subject, year, -1)],
    [`What was the average ${name} in ${year}?`, `, ${year}): ${shown(mean(valuesIn(subject, year)))}`],
    [
      `What was the total ${name} in ${year}?`,
      `, ${year}): ${shown((measure.kind === 'rate' ? mean : sum)(valuesIn(subject, year)))}`,
    ],
  ];
  if (year < last) {
    const signed = `${change > 0 ? '+' : ''}${shown(change)}`;
    forms.push([`How did the ${name} change in ${where} between ${year} and ${last}?`, `a change of ${signed}`]);
    forms.push([`By how much did the ${name} in ${where} rise from ${year} to ${last}?`, `a change of ${signed}`]);
  }
  const [question, expected] = pick(random, forms);
  return { question, expected, datasetId: subject.dataset.id };
}

/** One question about two tables, joined as people join them. */
export function generatePair(random: Random): { question: string; expected: string[] } {
  const left = pick(random, catalogue.datasets);
  const right = pick(
    random,
    catalogue.datasets.filter(({ id }) => id !== left.id),
  );
  const [one, two] = [pickSubject(random, left), pickSubject(random, right)];
  const phrase = ({ name, whereNamed, year }: Subject) => `${name} in ${whereNamed} in ${year}`;
  const looked = [one, two].map((subject) => `, ${subject.year}): ${shown(valueIn(subject, subject.year))}`);
  const asked = [generate(random, left), generate(random, right)];
  const isClause = ({ question }: Generated) => /^(?:What|Which|How)/.test(question);
  const forms = [
    { question: asked.map(({ question }) => question).join(' '), expected: asked.map(({ expected }) => expected) },
    { question: `Compare the ${phrase(one)} with the ${phrase(two)}.`, expected: looked },
    { question: `What was the ${phrase(one)} and what was the ${phrase(two)}?`, expected: looked },
    { question: `Please look these up:\n- ${phrase(one)}\n- ${phrase(two)}`, expected: looked },
    { question: `I need the ${phrase(one)}; also the ${phrase(two)}.`, expected: looked },
    ...(asked.every(isClause)
      ? [
          {
            question: asked
              .map(({ question }) => question.replace('?', ''))
              .map((question, index) => (index === 0 ? question : question.charAt(0).toLowerCase() + question.slice(1)))
              .join(', and '),
            expected: asked.map(({ expected }) => expected),
          },
        ]
      : []),
  ];
  return pick(random, forms);
}

/** A Hebrew question about the table that is in Hebrew. */
export function generateHebrew(random: Random): Generated {
  const dataset = catalogue.datasets.find(({ title }) => /[א-ת]/.test(title));
  assert.ok(dataset);
  const subject = pickSubject(random, dataset);
  const { measure, where, year, last } = subject;
  const names = [measure.title, ...(measure.alsoCalled ?? [])].filter((name) => /[א-ת]/.test(name));
  const name = pick(random, names);
  const value = `, ${year}): ${shown(valueIn(subject, year))}`;
  const leading = (sign: 1 | -1) => leader(subject, year, sign).replace(' with ', ' עם ');
  const change = valueIn(subject, last) - valueIn(subject, year);
  const forms: [question: string, expected: string][] = [
    [`מה היה הערך של ${name} ב${where} בשנת ${year}?`, value],
    [`כמה ${name} היו ב${where} ב-${year}?`, value],
    [`${where}, ${year}: ${name}`, value],
    [`באיזו עיר היה הערך הגבוה ביותר של ${name} בשנת ${year}?`, leading(1)],
    [`איזו עיר הייתה עם הכי פחות ${name} ב-${year}?`, leading(-1)],
    [`מה היה הממוצע של ${name} בכל הערים בשנת ${year}?`, `, ${year}): ${shown(mean(valuesIn(subject, year)))}`],
  ];
  if (year < last)
    forms.push([
      `איך השתנה ה${name} ב${where} בין ${year} ל-${last}?`,
      `שינוי של ${change > 0 ? '+' : ''}${shown(change)}`,
    ]);
  const [question, expected] = pick(random, forms);
  return { question, expected, datasetId: dataset.id };
}
