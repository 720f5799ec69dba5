import { createBare } from './bare.ts';
import { createEngine } from './engine.ts';
import { createMinimal } from './minimal.ts';
import type { Contestant } from './workload.ts';

/** Who takes part: how each is made, or why it is not there. */
export const contestants = {
  engine: { title: 'engine, SQLite FULL', make: makeOnSqlite },
  postgres: { title: 'engine, PostgreSQL', make: null },
  bare: { title: 'bare streamText, stores nothing', make: makeBare },
  minimal: { title: 'minimal loop, SQLite FULL', make: makeMinimal },
} satisfies Record<string, { title: string; make: Make | null }>;

export type ContestantName = keyof typeof contestants;
type Make = (baseUrl: string, directory: string) => Contestant;

function makeOnSqlite(baseUrl: string, directory: string): Contestant {
  return createEngine(baseUrl, { RETINUE_DATA: directory });
}

function makeBare(baseUrl: string): Contestant {
  return createBare(baseUrl);
}

function makeMinimal(baseUrl: string, directory: string): Contestant {
  return createMinimal(baseUrl, directory);
}
