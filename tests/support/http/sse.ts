import { request } from 'node:http';
import type { Draft, LogEvent, ThreadId } from '@retinue/protocol';
import { deltaSchema, foldDraft } from '@retinue/protocol';

export interface Frame {
  id: string | null;
  type: string;
  data: string;
  comment: string;
}

/** Whole frames of a stream; an incomplete one is kept for the next piece. */
export function createFrames(): (piece: string) => Frame[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map((block) => {
      const lines = block.split('\n');
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      return {
        id: field('id') ?? null,
        type: field('event') ?? '',
        data: field('data') ?? '',
        comment: field('') ?? '',
      };
    });
  };
}

/** A client's state over any number of connections: its position, the events and the drafts. */
export class Joined {
  position: string | null = null;
  readonly events: LogEvent[] = [];
  readonly frames: Frame[] = [];
  readonly problems: string[] = [];
  readonly drafts = new Map<ThreadId, Draft>();

  take(frame: Frame): void {
    this.frames.push(frame);
    if (frame.id !== null) this.position = frame.id;
    if (frame.type === 'event') this.#takeEvent(JSON.parse(frame.data) as LogEvent);
    if (frame.type === 'delta') this.#takeDelta(frame.data);
  }

  #takeEvent(event: LogEvent): void {
    this.events.push(event);
    if (event.type !== 'step.ended') return;
    const draft = this.drafts.get(event.threadId);
    if (draft?.step !== event.data.step || draft.attempt !== event.data.attempt) return;
    const written = event.data.parts.map((part) => ('text' in part ? part.text : '')).join('');
    const drafted = draft.parts.map((part) => (part.type === 'call' ? '' : part.text)).join('');
    if (!written.startsWith(drafted)) this.problems.push(`"${drafted}" is no beginning of "${written}"`);
  }

  #takeDelta(data: string): void {
    const delta = deltaSchema.parse(JSON.parse(data));
    const draft = foldDraft(this.drafts.get(delta.threadId) ?? null, delta);
    if (draft) this.drafts.set(delta.threadId, draft);
    else this.problems.push(`a delta does not join on: ${data}`);
  }
}

export interface Connection {
  status: Promise<number>;
  ended: Promise<void>;
  cut(): void;
}

/** A separate connection, read until it is cut. */
export function connect(url: string, headers: Record<string, string>, take: (frame: Frame) => void): Connection {
  const frames = createFrames();
  const status = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  const sent = request(url, { headers, agent: false }, (reply) => {
    status.resolve(reply.statusCode ?? 0);
    reply.setEncoding('utf8').on('data', (piece: string) => {
      for (const frame of frames(piece)) take(frame);
    });
    reply.on('error', () => {}).on('close', () => ended.resolve());
  });
  sent.on('error', () => {
    status.resolve(0);
    ended.resolve();
  });
  sent.end();
  return { status: status.promise, ended: ended.promise, cut: () => void sent.destroy() };
}
