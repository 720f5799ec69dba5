import type {
  Chat,
  Delta,
  LogEvent,
  Question,
  QuestionId,
  ThreadId,
  WorkspaceId,
  WorkspaceStop,
} from '@retinue/protocol';
import { momentOf, sinceMs } from './moments.ts';
import { pageFetch } from './page-key.ts';

/** A question that is open, one that is closed, or the ids of all that are open in a chat. */
export type QuestionChange = { position: number } & (
  | Question
  | { questionId: QuestionId; chatId: ThreadId; isClosed: true }
  | { chatId: ThreadId; openIds: readonly QuestionId[] }
);

/** A message of the stream. The server validates what it stores, so frames are not parsed again. */
export type Frame =
  | { name: 'event'; body: LogEvent }
  | { name: 'delta'; body: Delta }
  | { name: 'chat'; body: Chat | { chatId: ThreadId; isGone: true; position: number } }
  | { name: 'question'; body: QuestionChange }
  /** First on every connection, and on every change. */
  | { name: 'stop'; body: WorkspaceStop }
  | { name: 'resync'; body: { position?: number; chats?: boolean } }
  /** Position of events and of rows and questions, and the server's time. */
  | { name: 'beat'; body: { position: number; rowsPosition: number; now: number } };

export interface StreamRequest {
  workspaceId: WorkspaceId;
  chats: readonly ThreadId[];
  after: number | null;
  rowsAfter: number | null;
  onOpen(): void;
  onFrame(frame: Frame): void;
  /** The connection ended or was silent for too long. It is not retried here. */
  onLost(isSilent: boolean): void;
}

export interface OpenFrames extends Disposable {
  /** Ends a connection that has been silent for too long. */
  check(): void;
}

/** Opens the stream. A silent connection counts as lost: the machine slept, or a proxy dropped it. */
export function openFrames({ onOpen, onFrame, onLost, ...place }: StreamRequest): OpenFrames {
  const closing = new AbortController();
  let heard = momentOf();
  const lose = (isSilent: boolean) => {
    if (closing.signal.aborted) return;
    close();
    onLost(isSilent);
  };
  const check = () => {
    if (sinceMs(heard) > maxSilenceMs) lose(true);
  };
  const watchdog = setInterval(check, checkMs);
  const close = () => {
    clearInterval(watchdog);
    closing.abort();
  };
  const read = async () => {
    const response = await pageFetch(addressOf(place), { signal: closing.signal, cache: 'no-store' });
    if (!response.ok || !response.body) return;
    heard = momentOf();
    onOpen();
    const frames = frameReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      heard = momentOf();
      for (const frame of frames(next.value)) if (!closing.signal.aborted) onFrame(frame);
    }
  };
  const ended = () => lose(false);
  read().then(ended, ended);
  return { check, [Symbol.dispose]: close };
}

function addressOf({
  workspaceId,
  chats,
  after,
  rowsAfter,
}: Pick<StreamRequest, 'workspaceId' | 'chats' | 'after' | 'rowsAfter'>) {
  const query = new URLSearchParams();
  if (chats.length > 0) query.set('chats', chats.join(','));
  if (after !== null) query.set('after', String(after));
  if (rowsAfter !== null) query.set('rowsAfter', String(rowsAfter));
  return `/api/workspaces/${workspaceId}/stream?${query}`;
}

/** Splits server-sent events into frames and keeps an incomplete one for the next chunk. */
function frameReader(): (piece: string) => Frame[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => frameIn(block) ?? []);
  };
}

function frameIn(block: string): Frame | null {
  const lines = block.split('\n');
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const name = field('event');
  const data = field('data');
  return name !== undefined && data !== undefined && names.has(name)
    ? ({ name, body: JSON.parse(data) } as Frame)
    : null;
}

const names = new Set<string>([
  'event',
  'delta',
  'chat',
  'question',
  'stop',
  'resync',
  'beat',
] satisfies Frame['name'][]);
const checkMs = 2500;
/** More than two beats of the server. */
const maxSilenceMs = 22_000;
