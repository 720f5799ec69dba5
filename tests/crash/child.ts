import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';

export interface Child {
  process: ChildProcessWithoutNullStreams;
  /** Resolves when it is gone and everything it wrote has been read. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  kill(): void;
  /** The end of what it wrote to its error output. */
  complaints(): string;
}

/** Another Node process of ours, with nothing of our environment but what it is given. */
export function startChild(args: readonly string[], environment: Record<string, string>): Child {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, ...environment }, stdio: 'pipe' });
  children.add(child);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4000);
  });
  // A killed process takes no more input; that is what the killer is for.
  child.stdin.on('error', () => {});
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code, signal });
    });
  });
  return { process: child, ended, kill: () => void child.kill('SIGKILL'), complaints: () => complaints };
}

/** None of ours is left behind, however this process ends. */
const children = new Set<ChildProcessWithoutNullStreams>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
