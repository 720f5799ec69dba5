import type { FinishReason } from '@retinue/protocol';
import { type Act, write } from '../../openai-replies.ts';
import { digest } from '../core/seal.ts';
import type { StepCount } from '../core/step-count.ts';
import type { PlayedLine, PlayedStep } from '../core/strict-lines.ts';
import { waitingAct } from '../core/waiting.ts';
import { errorOf, failureOf } from '../openai/problems.ts';
import type { CheckedChat } from './cache-plan.ts';

export function writeCompletion(request: CheckedChat, step: PlayedStep, count: StepCount): Act[] {
  return new CompletionStream(request, count).write(step);
}

class CompletionStream {
  readonly #request: CheckedChat;
  readonly #count: StepCount;
  readonly #acts: Act[] = [];
  #calls = 0;

  constructor(request: CheckedChat, count: StepCount) {
    this.#request = request;
    this.#count = count;
  }

  write({ lines, finishReason }: PlayedStep): Act[] {
    this.#delta({ role: 'assistant', content: '', refusal: null });
    for (const line of lines) {
      if (line.type === 'fail') {
        this.#frame({ error: errorOf(failureOf(line)) });
        return this.#acts;
      }
      this.#line(line);
      if (line.type === 'hang') return this.#acts;
    }
    const isRefused = lines.some(({ type }) => type === 'refuse');
    this.#end(isRefused ? 'stop' : finishReason);
    return this.#acts;
  }

  #line(line: PlayedLine): void {
    const waiting = waitingAct(line, this.#request.server.barriers);
    if (waiting) {
      if (line.type === 'pause') this.#acts.push(write(': keep-alive\n\n'));
      this.#acts.push(waiting);
      return;
    }
    switch (line.type) {
      case 'say':
        this.#texts('content', line.deltas);
        break;
      case 'refuse':
        this.#texts('refusal', line.deltas);
        break;
      case 'think':
      case 'redact':
        break; // reasoning is counted, and never shown
      case 'calls':
        for (const { id, name, deltas } of line.calls) this.#call(id, name, deltas);
        break;
      case 'search':
        this.#search(line);
        break;
      default:
        throw new Error(`OpenAI can't ${line.type} here.`);
    }
  }

  #search({ results, deltas }: Extract<PlayedLine, { type: 'search' }>): void {
    if (!this.#request.body.web_search_options)
      throw new Error('The script searches, but the request has no web_search_options.');
    this.#texts('content', deltas);
    const end = deltas.join('').length;
    const annotations = results.map(({ title, url }) => ({
      type: 'url_citation',
      url_citation: { start_index: 0, end_index: end, title, url },
    }));
    this.#delta({ annotations });
  }

  #texts(field: 'content' | 'refusal', deltas: readonly string[]): void {
    for (const delta of deltas) this.#delta({ [field]: delta });
  }

  /** Writes the id and the name in the first piece only. */
  #call(id: string, name: string, deltas: readonly string[]): void {
    const index = this.#calls;
    this.#calls += 1;
    this.#delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of deltas) this.#delta({ tool_calls: [{ index, function: { arguments: piece } }] });
  }

  #end(finishReason: FinishReason): void {
    this.#choice({}, finishReasons[finishReason]);
    if (this.#request.body.stream_options?.include_usage)
      this.#frame({ ...this.#base(), choices: [], usage: this.#usage() });
    this.#acts.push(write('data: [DONE]\n\n'));
  }

  #usage() {
    const { input, read, written, output, reasoning } = this.#count;
    return {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: reasoning,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    };
  }

  #delta(delta: object): void {
    this.#choice(delta, null);
  }

  #choice(delta: object, reason: string | null): void {
    const options = this.#request.body.stream_options;
    this.#frame({
      ...this.#base(),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(options?.include_usage ? { usage: null } : {}),
      ...(options?.include_obfuscation === false ? {} : { obfuscation: 'x7Kq2' }),
    });
  }

  #base() {
    const { body } = this.#request;
    return {
      id: `chatcmpl-${digest(JSON.stringify(body))}`,
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model: body.model,
      service_tier: 'default',
      system_fingerprint: 'fp_strict',
    };
  }

  #frame(content: object): void {
    this.#acts.push(write(`data: ${JSON.stringify(content)}\n\n`));
  }
}

const finishReasons: Record<FinishReason, string> = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
  error: 'stop',
  other: 'stop',
};
