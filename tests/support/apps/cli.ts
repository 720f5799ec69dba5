import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Launch {
  environment?: Record<string, string>;
  input?: string;
  /** A hanging one fails its test instead of blocking everything. */
  longestMs?: number;
  /** A wrapper, such as a shell: gets the command as one shell line. */
  through?: (command: string) => string[];
}

/** The real command line as a separate process, run to its end. */
export function retinue(words: readonly string[], launch: Launch = {}): Promise<Ran> {
  return launchRetinue(words, launch).ended;
}

export interface Launched {
  ended: Promise<Ran>;
  /** Resolves with the match as soon as stdout has this; rejects when the process ends without it. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  type(text: string): void;
  signal(name: NodeJS.Signals): void;
}

export function launchRetinue(words: readonly string[], launch: Launch = {}): Launched {
  const { environment = {}, input, through, longestMs = longestRunMs } = launch;
  const command = [process.execPath, entry, ...words];
  const [program = '', ...rest] = through ? through(command.map(quote).join(' ')) : command;
  const child = spawn(program, rest, {
    env: { ...cleanEnvironment(), ...environment },
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.stdout += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.stderr += text;
  });
  child.stdin.on('error', () => {}); // it may end before it has read everything
  if (input !== undefined || !through) child.stdin.end(input ?? '');
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
  const shows = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(ran.stdout);
        if (!match) return;
        waiting.delete(look);
        resolve(match);
      };
      waiting.add(look);
      look();
      ended.then(
        ({ stdout, stderr }) => reject(new Error(`it ended without ${pattern}:\n${stdout}\n${stderr}`)),
        reject,
      );
    });
  return { ended, shows, type: (text) => child.stdin.write(text), signal: (name) => child.kill(name) };
}

const longestRunMs = 60_000;
const entry = fileURLToPath(new URL('../../../packages/server/src/cli/retinue.ts', import.meta.url));

/** The environment of the person who runs the tests must not affect them. */
function cleanEnvironment(): Record<string, string | undefined> {
  const foreign = /^(RETINUE_|npm_|NODE_TEST_CONTEXT|NO_COLOR|FORCE_COLOR)/;
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !foreign.test(key)));
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
