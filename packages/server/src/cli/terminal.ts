import { withoutControls } from '../projections/text.ts';
import type { Paint } from './paint.ts';
import { createPaint } from './paint.ts';

/** Where the words go, and what that place can do. */
export interface Terminal {
  /** Rows can be drawn again in place. */
  isLive: boolean;
  /** Somebody can be asked and can answer. */
  canAsk: boolean;
  columns(): number;
  rows(): number;
  paint: Paint;
  out(text: string): void;
  /** What is told there may quote a file, a server or a path, so nothing in it moves the cursor. */
  err(text: string): void;
}

export function openTerminal(environment: Record<string, string | undefined>): Terminal {
  const { stdin, stdout, stderr } = process;
  const isLive = stdout.isTTY === true && environment.TERM !== 'dumb';
  const hasColors = isLive && !environment.NO_COLOR;
  return {
    isLive,
    canAsk: isLive && stdin.isTTY === true,
    columns: () => (stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY),
    rows: () => (stdout.isTTY ? stdout.rows || 24 : Number.POSITIVE_INFINITY),
    paint: createPaint(hasColors),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(withoutControls(text)),
  };
}
