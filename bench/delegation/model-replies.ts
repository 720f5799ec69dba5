/*
 * The model's reply, as frames of OpenAI's stream: twenty tokens a step, and a function of the request alone, so that
 * every contestant gets the same replies whatever it keeps in memory.
 */
export interface ChatBody {
  messages: { role: string; content?: unknown }[];
}

export function framesFor({ messages }: ChatBody): string[] {
  const task = textOf(messages.find(({ role }) => role === 'user')?.content);
  const rounds = numberIn(task, /rounds=(\d+)/);
  const children = numberIn(task, /children=(\d+)/);
  const results = messages.filter(({ role }) => role === 'tool').length;
  if (children > 0) return results === 0 ? delegate(children, rounds) : answer();
  return results < rounds ? lookUp(task, results) : answer();
}

export const answerText = Array.from({ length: 20 }, (_, index) => `word${index} `).join('');

function answer(): string[] {
  return [...texts(20), finished('stop'), usage, done];
}

function lookUp(task: string, round: number): string[] {
  const args = JSON.stringify({ town: `${task.slice(0, 12)} ${round}`, year: 2000 + round });
  return [...texts(10), ...call(0, 'lookup', args, 9), finished('tool_calls'), usage, done];
}

function delegate(children: number, rounds: number): string[] {
  const calls = Array.from({ length: children }, (_, index) => {
    const args = { task: `Part ${index}: look up every town. rounds=${rounds}`, subAgentId: 'agt_worker' };
    return call(index, 'newTask', JSON.stringify(args), Math.floor(20 / children) - 1);
  });
  return [...calls.flat(), finished('tool_calls'), usage, done];
}

function texts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => frame({ content: `word${index} ` }));
}

/** Only the first frame of a call carries its id and name, as OpenAI does it. */
function call(index: number, name: string, args: string, pieces: number): string[] {
  const size = Math.ceil(args.length / pieces);
  const parts = Array.from({ length: pieces }, (_, piece) => args.slice(piece * size, (piece + 1) * size));
  return [
    frame({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] }),
    ...parts.map((part) => frame({ tool_calls: [{ index, function: { arguments: part } }] })),
  ];
}

function frame(delta: object): string {
  return write({ choices: [{ index: 0, delta, finish_reason: null }] });
}

function finished(reason: string): string {
  return write({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
}

const usage = write({ choices: [], usage: { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 } });
const done = 'data: [DONE]\n\n';

function write(content: object): string {
  const place = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_800_000_000, model: 'bench' };
  return `data: ${JSON.stringify({ ...place, ...content })}\n\n`;
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
