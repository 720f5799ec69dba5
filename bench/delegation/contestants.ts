import { createBare } from './bare.ts';
import { createEngine } from './engine.ts';
import { createMinimal } from './minimal.ts';
import type { Contestant } from './workload.ts';

/** The contestants, and how each is made. */
export const contestants = {
  engine: { title: 'engine, SQLite FULL', make: makeOnSqlite },
  postgres: { title: 'engine, PostgreSQL', make: makeOnPostgres },
  bare: { title: 'bare streamText, stores nothing', make: makeBare },
  minimal: { title: 'minimal loop, SQLite FULL', make: makeMinimal },
} satisfies Record<string, { title: string; make: Make }>;

export type ContestantName = keyof typeof contestants;
type Make = (baseUrl: string, directory: string) => Contestant | Promise<Contestant>;

function makeOnSqlite(baseUrl: string, directory: string): Promise<Contestant> {
  return createEngine(baseUrl, { RETINUE_DATA: directory });
}

/** On the empty database that the caller names; all rounds share it. */
function makeOnPostgres(baseUrl: string): Promise<Contestant> {
  return createEngine(baseUrl, { DATABASE_URL: process.env.DATABASE_URL ?? '' });
}

function makeBare(baseUrl: string): Contestant {
  return createBare(baseUrl);
}

function makeMinimal(baseUrl: string, directory: string): Contestant {
  return createMinimal(baseUrl, directory);
}
