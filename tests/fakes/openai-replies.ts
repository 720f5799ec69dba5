/** The fake server's reaction to a request: a status line with headers, none yet, or every byte from the acts. */
export interface Reply {
  head: { status: number; headers: Record<string, string> } | 'none' | 'raw';
  acts: Act[];
}

/** After the last act the reply ends properly. */
export type Act =
  | { type: 'write'; bytes: string | Uint8Array }
  | { type: 'wait'; milliseconds: number }
  /** Sends nothing more, and stays connected. */
  | { type: 'silence' }
  | { type: 'reset' }
  /** Controls of a test over when and whether to continue. */
  | { type: 'await'; until: (gone: AbortSignal) => Promise<void> }
  | { type: 'endless'; bytes: string | Uint8Array; everyMs: number };

const eventStream = { 'content-type': 'text/event-stream' };

/** A whole answer: the given frames, a finish reason, the usage and the end mark. */
export function stream(...frames: Act[]): Reply {
  const isCalling = frames.some((act) => act.type === 'write' && String(act.bytes).includes('"tool_calls"'));
  return framesOnly(...frames, finished(isCalling ? 'tool_calls' : 'stop'), usage(), done());
}

/** Nothing but the given frames. */
export function framesOnly(...acts: Act[]): Reply {
  return { head: { status: 200, headers: eventStream }, acts };
}

export const deltas = (...texts: string[]): Act[] => texts.map((content) => delta({ content }));
export const reasoning = (...texts: string[]): Act[] => texts.map((text) => delta({ reasoning_content: text }));

/** A tool call whose arguments come in pieces; only the first carries the id and the name, as with OpenAI. */
export function toolCall(index: number, id: string, name: string, ...pieces: string[]): Act[] {
  return [
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces.map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

export const delta = (content: object): Act => frame({ choices: [{ index: 0, delta: content, finish_reason: null }] });
export const finished = (reason: string): Act => frame({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
export const usage = (counts: object = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }): Act =>
  frame({ choices: [], usage: counts });
export const done = (): Act => write('data: [DONE]\n\n');
export const frame = (content: object): Act => write(`data: ${JSON.stringify({ id: 'chat-1', ...content })}\n\n`);

export const write = (bytes: string | Uint8Array): Act => ({ type: 'write', bytes });
export const wait = (milliseconds: number): Act => ({ type: 'wait', milliseconds });
export const endless = (content: string, everyMs = 1): Act => ({
  type: 'endless',
  bytes: `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
  everyMs,
});

export function status(code: number, headers: Record<string, string> = {}, message = 'No.'): Reply {
  return page(code, 'application/json', JSON.stringify({ error: { message, type: 'fake', code: null } }), headers);
}

export function page(code: number, type: string, content: string, headers: Record<string, string> = {}): Reply {
  return { head: { status: code, headers: { 'content-type': type, ...headers } }, acts: [write(content)] };
}

/** Takes the request and never replies. */
export const silence = (): Reply => ({ head: 'none', acts: [{ type: 'silence' }] });

/** Every byte of the response, status line and framing too. */
export const raw = (bytes: string | Uint8Array): Reply => ({ head: 'raw', acts: [write(bytes)] });

/** The same reply, but the connection is reset after so many bytes of its body. */
export function resetAfter(byteCount: number, { head, acts }: Reply): Reply {
  return { head, acts: [write(bytesOf(acts).subarray(0, byteCount)), { type: 'reset' }] };
}

export function bytesOf(acts: Act[]): Uint8Array {
  return Buffer.concat(acts.map((act) => Buffer.from(act.type === 'write' ? act.bytes : '')));
}
