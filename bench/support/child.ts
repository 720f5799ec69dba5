import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Entry {
  /** A file of the bench. */
  file: URL;
  args?: readonly string[];
  nodeOptions?: readonly string[];
}

/** Runs an entry to its end in its own process and parses its last line as JSON. */
export async function runChild<Answer>(entry: Entry): Promise<Answer> {
  const child = start(entry);
  const timer = setTimeout(() => child.kill('SIGKILL'), longestChildMs);
  const ended = once(child, 'close');
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) last = line;
  const [code, signal] = await ended;
  clearTimeout(timer);
  running.delete(child);
  if (code !== 0) throw new Error(`${fileURLToPath(entry.file)} ended with ${signal ?? code}.`);
  return JSON.parse(last) as Answer;
}

/** A process that lives as long as the work; its first line has its address. */
export async function withServer<Result>(entry: Entry, work: (address: string) => Promise<Result>): Promise<Result> {
  const child = start(entry);
  try {
    const [address] = await once(createInterface({ input: child.stdout }), 'line');
    return await work(address as string);
  } finally {
    child.kill();
    running.delete(child);
  }
}

const longestChildMs = 120_000;
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function start({ file, args = [], nodeOptions = [] }: Entry) {
  const command = [...nodeOptions, fileURLToPath(file), ...args];
  // Its standard input is ours to close: a server that sees the end of it knows that this process has ended.
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  return child;
}
