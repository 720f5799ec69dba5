import type { AgentSnapshot } from '@retinue/protocol';

/** Colours, or none: every function gives the text back as it is when there are none. */
export interface Paint {
  badge(agent: Pick<AgentSnapshot, 'badge' | 'name'>): string;
  dim(text: string): string;
  bold(text: string): string;
  state(word: string): string;
  /** What belongs to one series of a chart, told apart by its number. */
  series(index: number, text: string): string;
}

export function createPaint(hasColors: boolean): Paint {
  const inside = (codes: string, text: string) =>
    hasColors && text !== '' ? `\u001b[${codes}m${text}\u001b[0m` : text;
  return {
    badge: ({ badge, name }) => inside(colorCodes(badge.color), `${glyphs[badge.icon] ?? '●'} ${name}`),
    dim: (text) => inside('2', text),
    bold: (text) => inside('1', text),
    state: (word) => inside(stateCodes[word] ?? '0', word),
    series: (index, text) => inside(seriesCodes[index % seriesCodes.length] ?? '0', text),
  };
}

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

const stateCodes: Record<string, string> = {
  pending: '2',
  running: '36',
  waiting: '1;33',
  success: '32',
  done: '32',
  failed: '1;31',
  cancelled: '33',
  interrupted: '33',
};

function colorCodes(color: string): string {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!parts) return '1';
  return ['38;2', ...parts.slice(1).map((part) => Number.parseInt(part, 16))].join(';');
}
