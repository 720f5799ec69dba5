import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from '@retinue/server/extension';

/** Every `<id>.json` in the directory describes one table, whose rows are in `<id>.csv` beside it. */
export function loadCatalog(directory: URL): Catalog {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return { datasets: names.sort().map((name) => loadDataset(directory, name)) };
}

/** The tables that ship with Retinue: invented numbers, labeled as such. */
export function loadSampleCatalog(): Catalog {
  return loadCatalog(new URL('./tables/', import.meta.url));
}

export const columnSchema = z.strictObject({
  name: z.string().min(1),
  title: z.string().min(1),
  role: z.enum(['place', 'category', 'time', 'measure']),
  type: z.enum(['text', 'integer', 'number']),
  description: z.string(),
  unit: z.string().nullable().default(null),
  /** A flow adds up over places and years, a stock over places only, a rate not at all: it is averaged. */
  kind: z.enum(['flow', 'stock', 'rate']).nullable().default(null),
  better: z.enum(['higher', 'lower']).nullable().default(null),
  alsoCalled: z.array(z.string()).default([]),
  /** Other names of single values. */
  aliases: z.record(z.string(), z.array(z.string())).default({}),
});

const datasetSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string(),
  keywords: z.array(z.string()),
  columns: z.array(columnSchema).min(1),
});

export type Column = z.infer<typeof columnSchema>;
export type CellValue = string | number | null;
export type DatasetRow = Record<string, CellValue>;
export type Dataset = z.infer<typeof datasetSchema> & { rows: DatasetRow[] };
export interface Catalog {
  datasets: Dataset[];
}

export function requireDataset(catalog: Catalog, datasetId: string): Dataset {
  const dataset = catalog.datasets.find(({ id }) => id === datasetId);
  if (dataset) return dataset;
  const known = catalog.datasets.map(({ id }) => id).join(', ');
  throw new Error(`There is no dataset "${datasetId}". The catalog has: ${known}.`);
}

export function requireColumn(dataset: Dataset, name: string): Column {
  const column = dataset.columns.find((candidate) => candidate.name === name);
  if (column) return column;
  const known = dataset.columns.map((candidate) => candidate.name).join(', ');
  throw new Error(`Dataset "${dataset.id}" has no column "${name}". Its columns are: ${known}.`);
}

function loadDataset(directory: URL, name: string): Dataset {
  const description = readJson(new URL(name, directory));
  const table = new URL(name.replace(/\.json$/, '.csv'), directory);
  const [header = [], ...lines] = parseCsv(readFileSync(table, 'utf8'));
  const wanted = description.columns.map((column) => column.name);
  if (header.join() !== wanted.join()) {
    throw new Error(
      `${fileURLToPath(table)} has the columns ${header.join()}, but its description has ${wanted.join()}.`,
    );
  }
  const rows = lines.map((cells, index) =>
    readRow(description.columns, cells, `${fileURLToPath(table)}, row ${index + 2}`),
  );
  return { ...description, rows };
}

function readJson(file: URL): z.infer<typeof datasetSchema> {
  const parsed = datasetSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new Error(`${fileURLToPath(file)} does not describe a table: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function readRow(columns: Column[], cells: string[], where: string): DatasetRow {
  if (cells.length !== columns.length)
    throw new Error(`${where}: ${cells.length} cells for ${columns.length} columns.`);
  return Object.fromEntries(columns.map((column, index) => [column.name, readCell(column, cells[index] ?? '', where)]));
}

function readCell(column: Column, cell: string, where: string): CellValue {
  if (cell === '') return null;
  if (column.type === 'text') return cell;
  const value = Number(cell);
  if (!Number.isFinite(value)) throw new Error(`${where}: "${cell}" in column ${column.name} is not a number.`);
  return value;
}

/** Rows of cells; a cell in quotes may hold commas, line breaks and doubled quotes. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(cellPattern)) {
    const [whole, quoted, plain = '', end] = match;
    if (whole === '' && row.length === 0) break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;
