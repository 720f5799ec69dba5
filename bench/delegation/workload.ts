/** One parent that delegates to children, each of which uses a tool a number of times and then answers. */
export interface Workload {
  chats: number;
  children: number;
  rounds: number;
}

export const oneRequest: Workload = { chats: 1, children: 4, rounds: 8 };
export const manyAtOnce: Workload = { chats: 200, children: 2, rounds: 4 };

export function stepsOf({ chats, children, rounds }: Workload): number {
  return chats * (2 + children * (rounds + 1));
}

/** A person's request. The model server reads from it, and from the instructions that it writes itself, what to do. */
export function requestText({ children, rounds }: Workload): string {
  return `How did the towns do last year? children=${children} rounds=${rounds}`;
}

export const bossPrompt = 'You lead a small team. Split the question, delegate the parts side by side, then answer.';
export const workerPrompt = 'You look things up, one town at a time, and report what you found.';

export const lookupDescription = 'Look up the yearly figures of a town.';
export interface LookupArgs {
  town: string;
  year: number;
}

/** The tool that every contestant has. It costs nothing, so that only the loop around it is measured. */
export function lookUp({ town, year }: LookupArgs): { town: string; year: number; figures: number[]; unit: string } {
  return { town, year, figures: [12_450, 13_020, 12_875, 13_990], unit: 'visitors per quarter, rounded to tens' };
}

/** Runs one chat to its end and returns its answer. */
export interface Contestant {
  chat(text: string): Promise<string>;
  close(): Promise<void>;
}
