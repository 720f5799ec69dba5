import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child {
  process: ChildProcessWithoutNullStreams;
  /** Resolves when it has ended and its whole output has been read. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  kill(): void;
  /** The end of its error output. */
  complaints(): string;
}

/**
 * Another Node process, with only the given environment. A killed one does not write its compile cache; it uses that of
 * other processes.
 */
export function startChild(args: readonly string[], environment: Record<string, string>): Child {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: 'pipe',
  });
  children.add(child);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4000);
  });
  // A killed process takes no more input, as intended.
  child.stdin.on('error', () => {});
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code, signal });
    });
  });
  return { process: child, ended, kill: () => void child.kill('SIGKILL'), complaints: () => complaints };
}

const compileCache =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** No process is left behind, however this one ends. */
const children = new Set<ChildProcessWithoutNullStreams>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
