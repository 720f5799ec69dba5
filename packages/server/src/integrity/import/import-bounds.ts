/** Bounds of a file to import, checked as it is read. A chat that this product wrote stays far below them. */
export const importBounds = {
  eventBytes: 8 * 1024 * 1024,
  valueNodes: 20_000,
  nodes: 5_000_000,
  /** Of JSON inside JSON. */
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
};
