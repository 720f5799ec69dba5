import type { Barriers } from '../../../support/scripted/barriers.ts';
import type { Act } from '../../openai-replies.ts';
import type { PlayedLine } from './strict-lines.ts';

/** Lines that say nothing and only take time; null for the others. */
export function waitingAct(line: PlayedLine, barriers: Barriers): Act | null {
  if (line.type === 'pause') return { type: 'wait', milliseconds: line.milliseconds };
  if (line.type === 'barrier') return { type: 'await', until: (gone) => barriers.pass(line.name, gone) };
  return line.type === 'hang' ? { type: 'silence' } : null;
}
