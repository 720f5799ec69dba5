import type { Ask } from '../reads.ts';
import { inWords } from './open.ts';
import type { Prepare } from './preparing.ts';

export function asking(directory: string, prepare: Prepare): Ask {
  return async (text, values) => inWords(directory, () => prepare(text).all(...values));
}
