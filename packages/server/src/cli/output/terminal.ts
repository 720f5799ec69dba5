import { withoutControls } from '../../views/plain-text.ts';
import type { Paint } from './paint.ts';
import { createPaint } from './paint.ts';

/** The output of a command, and its abilities. */
export interface Terminal {
  /** Lines can be drawn again in place. */
  isLive: boolean;
  /** A person can be asked. */
  canAsk: boolean;
  columns(): number;
  rows(): number;
  paint: Paint;
  out(text: string): void;
  /** Messages may quote a file, a server or a path, so control characters are removed. */
  err(text: string): void;
}

export function openTerminal(environment: Record<string, string | undefined>): Terminal {
  const { stdin, stdout, stderr } = process;
  const isLive = stdout.isTTY === true && environment.TERM !== 'dumb';
  return {
    isLive,
    canAsk: isLive && stdin.isTTY === true,
    columns: () => (stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY),
    rows: () => (stdout.isTTY ? stdout.rows || 24 : Number.POSITIVE_INFINITY),
    paint: createPaint(isLive && !environment.NO_COLOR),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(withoutControls(text)),
  };
}
