/** Bounds of a file to import, checked as it is read. A chat that Retinue wrote stays far below them. */
export const importBounds = {
  eventBytes: 8 * 1024 * 1024,
  valueNodes: 20_000,
  nodes: 5_000_000,
  /** Levels of JSON. */
  nesting: 64,
  events: 200_000,
  threads: 5_000,
  /** Threads from the root down. */
  depth: 10,
  callsPerStep: 1_000,
  /** Calls, and tasks, of one thread. */
  openWork: 1_000,
  blobBytes: 64 * 1024 * 1024,
  fieldBytes: 1_000,
  minutes: 30,
};
export type ImportBounds = typeof importBounds;

/** A file that can't be imported. The message says why and begins with "it". */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
}

export function badImport(problem: string): ImportProblem {
  return new ImportProblem(problem);
}

export function tooMany(excess: string): ImportProblem {
  return badImport(`it has ${excess}`);
}
