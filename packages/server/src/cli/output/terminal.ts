import { withoutControls } from '../../views/plain-text.ts';
import type { Paint } from './paint.ts';
import { createPaint, withoutForeignControls } from './paint.ts';

/** The output of a command, and its abilities. */
export interface Terminal {
  /** Lines can be drawn again in place. */
  isLive: boolean;
  /** A person can be asked. */
  canAsk: boolean;
  columns(): number;
  rows(): number;
  paint: Paint;
  /** Text for people. It may quote a file, a server or a path, so only the colors of `paint` pass. */
  out(text: string): void;
  /** Messages for people, without any control character. */
  err(text: string): void;
  /** Writes as it is: a file, a line of JSON, or a drawing that moves the cursor. */
  write(text: string): void;
}

export function openTerminal(environment: Record<string, string | undefined>): Terminal {
  const { stdin, stdout, stderr } = process;
  const isLive = stdout.isTTY === true && environment.TERM !== 'dumb';
  const hasColors = isLive && !environment.NO_COLOR;
  const clean = hasColors ? withoutForeignControls : withoutControls;
  return {
    isLive,
    canAsk: isLive && stdin.isTTY === true,
    columns: () => (stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY),
    rows: () => (stdout.isTTY ? stdout.rows || 24 : Number.POSITIVE_INFINITY),
    paint: createPaint(hasColors),
    out: (text) => void stdout.write(clean(text)),
    err: (text) => void stderr.write(withoutControls(text)),
    write: (text) => void stdout.write(text),
  };
}
