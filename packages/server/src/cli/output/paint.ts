import type { AgentSnapshot } from '@retinue/protocol';
import { withoutControls } from '../../views/plain-text.ts';
import { statusLabels } from './copy.ts';

/** WorkStatus of a thread, a task or a call. */
export type WorkStatus = keyof typeof statusLabels;

/** Adds colors. Without colors, every function returns the plain text. */
export interface Paint {
  badge(agent: Pick<AgentSnapshot, 'badge' | 'name'>): string;
  dim(text: string): string;
  bold(text: string): string;
  /** The label of a status in its color. */
  status(status: WorkStatus): string;
  /** A part of one series of a chart, in the color of its index. */
  series(index: number, text: string): string;
}

export function createPaint(hasColors: boolean): Paint {
  const inside = (codes: string, text: string) =>
    hasColors && text !== '' ? `\u001b[${codes}m${text}\u001b[0m` : text;
  return {
    badge: ({ badge, name }) => inside(colorCodes(badge.color), `${glyphs[badge.icon] ?? '●'} ${name}`),
    dim: (text) => inside('2', text),
    bold: (text) => inside('1', text),
    status: (status) => inside(statusCodes[statusLabels[status]], statusLabels[status]),
    series: (index, text) => inside(seriesCodes[index % seriesCodes.length] ?? '0', text),
  };
}

/** Removes every control character except the colors above. */
export function withoutForeignControls(text: string): string {
  const parts = text.split(ownColors);
  return parts.map((part, index) => (index % 2 === 0 ? withoutControls(part) : part)).join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches these
const ownColors = /(\x1b\[(?:[0-2]|(?:1;)?[39][1-6]|38;2;\d{1,3};\d{1,3};\d{1,3})m)/;

/** Icons are named as in lucide; a terminal has a single character for each. */
const glyphs: Record<string, string> = {
  network: '◆',
  'book-open': '■',
  'chart-line': '▲',
  compass: '◈',
  'list-checks': '▣',
  bot: '●',
};

const seriesCodes = ['36', '33', '35', '32', '34', '31', '96', '93'];

const statusCodes: Record<(typeof statusLabels)[WorkStatus], string> = {
  Queued: '2',
  Running: '36',
  'Waiting for you': '1;33',
  Done: '32',
  Failed: '1;31',
  Canceled: '33',
  Interrupted: '33',
};

function colorCodes(color: string): string {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!parts) return '1';
  return ['38;2', ...parts.slice(1).map((part) => Number.parseInt(part, 16))].join(';');
}
