import { finishReasonSchema } from '@retinue/protocol';
import type { Json, ModelPiece } from '../../../ports/engine/model.ts';
import { toJsonOutput } from '../../calls/json-output.ts';

/** A piece with the right types; the usage of its end is not checked. */
export type CheckedPiece = Exclude<ModelPiece, EndPiece> | (Omit<EndPiece, 'usage'> & { usage: unknown });
type EndPiece = Extract<ModelPiece, { type: 'end' }>;

/**
 * Checks a piece of any model where it enters, since an extension may yield anything: the log refuses facts of a wrong shape, and
 * a step whose facts are refused would be tried again and again. Fields that no piece has are dropped.
 */
export function checkPiece(given: unknown): CheckedPiece {
  const piece = (typeof given === 'object' && given !== null ? given : {}) as Fields;
  const text = (name: string) => textIn(piece, name);
  const { type } = piece;
  switch (type) {
    case 'text':
    case 'reasoning':
      return { type, text: text('text'), ...blockIn(piece), ...providerIn(piece) };
    case 'call-begin':
      return { type, key: text('key'), name: text('name') };
    case 'call-args':
      return { type, key: text('key'), text: text('text') };
    case 'call-end':
      return { type, key: text('key'), name: text('name'), args: text('args'), ...providerIn(piece) };
    case 'end':
      return { type, finishReason: finishReasonIn(piece), usage: piece.usage };
    default:
      throw new BadPieceError(`a piece has the type ${nameOf(type)}, which does not exist`);
  }
}

/** The message continues a sentence. */
class BadPieceError extends Error {}

type Fields = { [name: string]: unknown };

function textIn(piece: Fields, name: string): string {
  const value = piece[name];
  if (typeof value === 'string') return value;
  throw new BadPieceError(`the "${name}" of a "${piece.type}" piece must be a string, and it is ${nameOf(value)}`);
}

function blockIn(piece: Fields): { block?: string } {
  return piece.block === undefined ? {} : { block: textIn(piece, 'block') };
}

function providerIn({ type, provider }: Fields): { provider?: Json } {
  if (provider === undefined) return {};
  try {
    return { provider: toJsonOutput(provider).value };
  } catch {
    throw new BadPieceError(`the "provider" of a "${type}" piece must be JSON`);
  }
}

function finishReasonIn({ finishReason }: Fields): EndPiece['finishReason'] {
  const parsed = finishReasonSchema.safeParse(finishReason);
  if (parsed.success) return parsed.data;
  const known = finishReasonSchema.options.join(', ');
  throw new BadPieceError(`the "finishReason" of an "end" piece is ${nameOf(finishReason)}; known are ${known}`);
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxQuoted));
  return value === undefined || value === null ? String(value) : `of the type ${typeof value}`;
}

const maxQuoted = 80;
