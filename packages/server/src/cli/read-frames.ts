export interface Frame {
  event: string;
  data: string;
}

/** Server-sent events as they arrive: what is whole by now, with every piece that came in. */
export async function* readFrames(body: AsyncIterable<Uint8Array>): AsyncGenerator<Frame[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    const blocks = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    yield blocks.flatMap(frameIn);
  }
}

/** A comment is a heartbeat and says nothing else. */
function frameIn(block: string): Frame[] {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const valuesOf = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const data = valuesOf('data');
  return data.length === 0 ? [] : [{ event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }];
}
