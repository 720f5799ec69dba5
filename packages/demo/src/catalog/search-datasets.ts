import type { Dataset } from './catalog.ts';

/** Finds datasets by words, the best matches first. */
export function createDatasetSearch(datasets: Dataset[]) {
  const index = datasets.map((dataset) => ({ dataset, weights: weigh(dataset) }));
  return (query: string) => {
    const words = [...new Set(wordsOf(query))].map(variantsOf);
    return index
      .map(({ dataset, weights }) => ({ dataset, score: score(words, weights, index) }))
      .filter((match) => match.score > 0)
      .sort((left, right) => right.score - left.score)
      .slice(0, maxMatches)
      .map(({ dataset: { id, title, description }, score }) => {
        return { datasetId: id, title, description, score: Math.round(score * 100) / 100 };
      });
  };
}

const maxMatches = 5;
type Weights = Map<string, number>;

/** A word counts by its best place in the table, and less the more tables have it. */
function score(words: string[][], weights: Weights, index: { weights: Weights }[]): number {
  const worth = (word: string) => {
    const holders = index.filter((other) => other.weights.has(word)).length;
    return (weights.get(word) ?? 0) * (1 + Math.log(index.length / Math.max(holders, 1)));
  };
  return words.reduce((total, variants) => total + Math.max(...variants.map(worth)), 0);
}

function weigh(dataset: Dataset): Weights {
  const weights: Weights = new Map();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text).flatMap(variantsOf)) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  };
  add(dataset.title, 4);
  for (const keyword of dataset.keywords) add(keyword, 4);
  for (const column of dataset.columns) {
    for (const name of [column.name, column.title, ...column.alsoCalled]) add(name, 3);
    if (column.role !== 'place' && column.role !== 'category') continue;
    for (const name of Object.values(column.aliases).flat()) add(name, 2);
    for (const row of dataset.rows) add(String(row[column.name] ?? ''), 2);
  }
  add(dataset.description, 1);
  return weights;
}

function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !emptyWords.has(word)).map(singular);
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Hebrew glues "in", "to", "the" and "and" to the word; without one or two letters it may be the word itself. */
function variantsOf(word: string): string[] {
  const letters = /^[והבלמשכ]{1,2}(?=[א-ת]{2,}$)/.exec(word)?.[0] ?? '';
  return [word, ...Array.from(letters, (_, index) => word.slice(index + 1))];
}

const emptyWords = new Set(
  'a an and at by for from in is it its of on or over per the their to with what which how'.split(' '),
);
