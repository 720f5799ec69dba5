import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const sameSignalMs = 500;
const parentCheckMs = 500;

/**
 * Runs a program in the foreground and resolves with its end. Until then this process stays, whatever signal comes, so
 * that the terminal does not return while the program is still cleaning up.
 */
export function runToEnd(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const letGo = [forwardSignals(child), endWithNpm(child)];
    child.once('error', (error) => {
      for (const stop of letGo) stop();
      reject(error);
    });
    child.once('close', (code, signal) => {
      for (const stop of letGo) stop();
      resolve({ code, signal });
    });
  });
}

/** Ends this process as the program ended: with its exit code, or by its signal. */
export function endLike({ code, signal }) {
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
  // Not every signal ends this process (Windows, or a parent that had it ignored).
  setTimeout(() => process.exit(1), 1000);
}

function forwardSignals(child) {
  const lastAt = {};
  const forward = (signal) => {
    if (signal === 'SIGINT' && isInTerminal()) return; // Ctrl-C goes to the whole group: the child has already received it
    const now = performance.now();
    const isRepeat = now - (lastAt[signal] ?? Number.NEGATIVE_INFINITY) < sameSignalMs;
    lastAt[signal] = now;
    if (!isRepeat) child.kill(signal); // npm forwards a signal that the group has already received
  };
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * npm sends SIGTERM to its shell alone, which dies and leaves this process behind: then the program must end as well.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, parentCheckMs);
  return () => clearInterval(timer);
}

function isInTerminal() {
  return Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY);
}
