import type { CallState, Item, ThreadState } from '@retinue/protocol';
import { frameText } from '../../ports/engine/frames.ts';
import type { Json } from '../../ports/engine/model.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';
import { headOfMessage, headOfResult } from '../prompt/frame-items.ts';

/**
 * A piece of the record. Only its body is cut when the record is too long, so that no content of a frame is ever outside of it.
 */
interface Piece {
  opening: string;
  body: string;
  closing: string;
}

export interface WorkRecord {
  text: string;
  hasFrames: boolean;
}

/** The instruction of this turn, and as much of the end of the work as fits. */
export function recordOf(thread: ThreadState, characters: number): WorkRecord {
  const { items, turnStats } = thread;
  const isAsked = ({ seq }: Item) => seq === turnStats.begunSeq;
  const asked = items.filter(isAsked).flatMap((item) => tell(thread, item));
  const work = items.filter((item) => !isAsked(item)).flatMap((item) => tell(thread, item));
  const text = `${beginningOf(asked, characters)}\n${endOf(work, characters)}`.toWellFormed();
  return { text, hasFrames: [...asked, ...work].some(({ closing }) => closing !== '') };
}

/** The instruction is a single message. */
function beginningOf(asked: readonly Piece[], characters: number): string {
  return asked.map((piece) => show({ ...piece, body: piece.body.slice(0, characters) })).join('\n');
}

function endOf(work: readonly Piece[], characters: number): string {
  const shown: string[] = [];
  let left = characters;
  for (const piece of work.toReversed()) {
    const whole = show(piece);
    if (whole.length <= left) shown.unshift(whole);
    else {
      shown.unshift(cutTo(piece, left));
      break;
    }
    left -= whole.length + 1;
  }
  return shown.join('\n');
}

function cutTo(piece: Piece, characters: number): string {
  const room = characters - piece.opening.length - piece.closing.length;
  if (room <= 0) return cutMark;
  return show({ ...piece, body: `${cutMark}${piece.body.slice(-room)}` });
}

function show({ opening, body, closing }: Piece): string {
  return `${opening}${body}${closing}`;
}

function tell(thread: ThreadState, item: Item): Piece[] {
  if (item.type === 'message') {
    const head = headOfMessage(thread, item);
    if (item.from === 'system') return [];
    return [head ? framed('Came in: ', frameText(head, item.text)) : plain(`Asked: ${item.text}`)];
  }
  const said = item.parts.flatMap((part) => (part.type === 'text' ? [plain(`Said: ${part.text}`)] : []));
  return [...said, ...item.calls.flatMap(tellCall)];
}

function tellCall(call: CallState): Piece[] {
  const { name, args, output, error } = call;
  const value = output?.value ?? (error && reasonForModel(error));
  const head = headOfResult(call, value);
  const called = `Called ${name}(${short(args)})`;
  if (!head) return [plain(`${called}: ${short(value)}`)];
  return [plain(`${called}:`), framed('', frameText(head, short(value)))];
}

function plain(body: string): Piece {
  return { opening: '', body, closing: '' };
}

/** The tags of a frame have lines of their own. */
function framed(before: string, frame: string): Piece {
  const [begin, end] = [frame.indexOf('\n') + 1, frame.lastIndexOf('\n')];
  return { opening: `${before}${frame.slice(0, begin)}`, body: frame.slice(begin, end), closing: frame.slice(end) };
}

/** As JSON, so that no line of a result looks like one of the record. */
function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > maxValueChars ? `${text.slice(0, maxValueChars)}…` : text;
}

const cutMark = '[…]';
const maxValueChars = 600;
