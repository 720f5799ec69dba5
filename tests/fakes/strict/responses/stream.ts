import type { FinishReason } from '@retinue/protocol';
import { type Act, write } from '../../openai-replies.ts';
import { digest } from '../core/seal.ts';
import type { StepCount } from '../core/step-count.ts';
import type { PlayedLine, PlayedStep, SearchResult } from '../core/strict-lines.ts';
import { waitingAct } from '../core/waiting.ts';
import { reasons } from '../openai/models.ts';
import { errorOf, failureOf } from '../openai/problems.ts';
import { behindReasoning, type CheckedResponses, itemId, openedReasoning, reasoningContent } from './items.ts';

export function writeResponse(request: CheckedResponses, step: PlayedStep, count: StepCount): Act[] {
  return new ResponseStream(request, count).write(step);
}

class ResponseStream {
  readonly #request: CheckedResponses;
  readonly #count: StepCount;
  readonly #acts: Act[] = [];
  readonly #output: object[] = [];
  readonly #response: string;
  /** Id of the latest reasoning item, to which the items behind it belong. */
  #reasoningId: string | null = null;
  #sequence = 0;
  #ordinal: number;

  constructor(request: CheckedResponses, count: StepCount) {
    this.#request = request;
    this.#count = count;
    this.#response = digest(JSON.stringify(request.body));
    this.#ordinal = openedReasoning(request).length;
  }

  write({ lines, finishReason }: PlayedStep): Act[] {
    this.#emit('response.created', { response: this.#snapshot('in_progress') });
    this.#emit('response.in_progress', { response: this.#snapshot('in_progress') });
    for (const line of lines) {
      if (line.type === 'fail') {
        const { message, code } = errorOf(failureOf(line));
        this.#fail(code ?? 'server_error', message);
        return this.#acts;
      }
      this.#line(line);
      if (line.type === 'hang') return this.#acts;
    }
    this.#end(finishReason);
    return this.#acts;
  }

  #line(line: PlayedLine): void {
    const waiting = waitingAct(line, this.#request.server.barriers);
    if (waiting) {
      this.#acts.push(waiting);
      return;
    }
    switch (line.type) {
      case 'say':
        this.#message(line.deltas);
        break;
      case 'refuse':
        this.#refusal(line.deltas);
        break;
      case 'think':
        if (this.#reasons()) this.#reasoning(line.deltas);
        break;
      case 'redact':
        if (this.#reasons()) this.#reasoning([]);
        break;
      case 'calls':
        for (const { id, name, deltas } of line.calls) this.#call(id, name, deltas);
        break;
      case 'search':
        this.#search(line.query, line.results, line.deltas);
        break;
      default:
        throw new Error(`OpenAI can't ${line.type} here.`);
    }
  }

  /** Summaries only where they were asked for; the encrypted content only where it was included. */
  #reasoning(deltas: readonly string[]): void {
    const { body, server } = this.#request;
    const id = itemId(this.#request, 'rs', this.#response, this.#output.length);
    const shown = body.reasoning?.summary ? deltas : [];
    const summary = shown.length === 0 ? [] : [{ type: 'summary_text' as const, text: shown.join('') }];
    const sealed = {
      kind: 'reasoning',
      model: body.model,
      response: this.#response,
      ordinal: this.#ordinal,
      content: reasoningContent(id, summary),
      chain: '',
      prefix: '',
    };
    this.#ordinal += 1;
    this.#reasoningId = id;
    const isIncluded = (body.include ?? []).includes('reasoning.encrypted_content');
    const added = { id, type: 'reasoning', summary: [], ...(isIncluded ? { encrypted_content: '' } : {}) };
    const done = {
      id,
      type: 'reasoning',
      summary,
      ...(isIncluded ? { encrypted_content: server.seals.seal(sealed) } : {}),
    };
    this.#item(added, done, (place) => {
      if (summary.length === 0) return;
      const at = { ...place, summary_index: 0 };
      this.#emit('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } });
      for (const delta of shown) this.#delta('response.reasoning_summary_text.delta', { ...at, delta });
      this.#emit('response.reasoning_summary_text.done', { ...at, text: shown.join('') });
      this.#emit('response.reasoning_summary_part.done', { ...at, part: summary[0] });
    });
  }

  #message(deltas: readonly string[], annotations: readonly object[] = []): void {
    const text = deltas.join('');
    const part = { type: 'output_text', text, annotations, logprobs: [] };
    this.#messageItem(part, { ...part, text: '', annotations: [] }, (at) => {
      for (const delta of deltas) this.#delta('response.output_text.delta', { ...at, delta, logprobs: [] });
      for (const [index, annotation] of annotations.entries())
        this.#emit('response.output_text.annotation.added', { ...at, annotation_index: index, annotation });
      this.#emit('response.output_text.done', { ...at, text, logprobs: [] });
    });
  }

  #refusal(deltas: readonly string[]): void {
    const refusal = deltas.join('');
    this.#messageItem({ type: 'refusal', refusal }, { type: 'refusal', refusal: '' }, (at) => {
      for (const delta of deltas) this.#delta('response.refusal.delta', { ...at, delta });
      this.#emit('response.refusal.done', { ...at, refusal });
    });
  }

  #messageItem(part: object, empty: object, write: (at: object) => void): void {
    const id = this.#followerId('msg');
    const item = { id, type: 'message', role: 'assistant', status: 'completed', content: [part] };
    this.#item({ ...item, status: 'in_progress', content: [] }, item, (place) => {
      const at = { ...place, content_index: 0 };
      this.#emit('response.content_part.added', { ...at, part: empty });
      write(at);
      this.#emit('response.content_part.done', { ...at, part });
    });
  }

  #call(callId: string, name: string, deltas: readonly string[]): void {
    const item = { id: this.#followerId('fc'), type: 'function_call', call_id: callId, name };
    const args = deltas.join('');
    this.#item(
      { ...item, status: 'in_progress', arguments: '' },
      { ...item, status: 'completed', arguments: args },
      (place) => {
        for (const delta of deltas) this.#delta('response.function_call_arguments.delta', { ...place, delta });
        this.#emit('response.function_call_arguments.done', { ...place, name, arguments: args });
      },
    );
  }

  #search(query: string, results: readonly SearchResult[], deltas: readonly string[]): void {
    const offered = (this.#request.body.tools ?? []).some(({ type }) => type.startsWith('web_search'));
    if (!offered) throw new Error('The script searches, but the request offers no web_search tool.');
    const sources = results.map(({ url }) => ({ type: 'url', url }));
    const isIncluded = (this.#request.body.include ?? []).includes('web_search_call.action.sources');
    const action = { type: 'search', query, queries: [query], ...(isIncluded ? { sources } : {}) };
    const item = { id: this.#followerId('ws'), type: 'web_search_call' };
    this.#item({ ...item, status: 'in_progress' }, { ...item, status: 'completed', action }, (place) => {
      for (const state of ['in_progress', 'searching', 'completed'])
        this.#emit(`response.web_search_call.${state}`, place);
    });
    const end = deltas.join('').length;
    this.#message(
      deltas,
      results.map(({ title, url }) => ({ type: 'url_citation', start_index: 0, end_index: end, title, url })),
    );
  }

  #item(
    added: { id: string; [field: string]: unknown },
    done: object,
    write: (place: { item_id: string; output_index: number }) => void,
  ): void {
    const index = this.#output.length;
    this.#emit('response.output_item.added', { output_index: index, item: added });
    write({ item_id: added.id, output_index: index });
    this.#output.push(done);
    this.#emit('response.output_item.done', { output_index: index, item: done });
  }

  #followerId(prefix: 'fc' | 'msg' | 'ws'): string {
    const id = itemId(this.#request, prefix, this.#response, this.#output.length);
    return this.#reasoningId === null ? id : behindReasoning(this.#request, id, this.#reasoningId);
  }

  #end(finishReason: FinishReason): void {
    if (finishReason === 'error') {
      this.#fail('server_error', 'The model failed.');
      return;
    }
    const isRefused = this.#output.some((item) => JSON.stringify(item).includes('"type":"refusal"'));
    const reason = isRefused ? undefined : incompleteReasons[finishReason];
    const status = reason === undefined ? 'completed' : 'incomplete';
    const details = { incomplete_details: reason === undefined ? null : { reason } };
    this.#emit(`response.${status}`, { response: { ...this.#snapshot(status), ...details, usage: this.#usage() } });
  }

  #fail(code: string, message: string): void {
    this.#emit('response.failed', { response: { ...this.#snapshot('failed'), error: { code, message } } });
  }

  #usage() {
    const { input, read, written, output, reasoning } = this.#count;
    return {
      input_tokens: input,
      input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    };
  }

  #snapshot(status: string) {
    const { body } = this.#request;
    return {
      id: `resp_${this.#response}`,
      object: 'response',
      created_at: 1_790_000_000,
      status,
      model: body.model,
      error: null,
      incomplete_details: null,
      instructions: body.instructions ?? null,
      metadata: body.metadata ?? {},
      output: [...this.#output],
      parallel_tool_calls: body.parallel_tool_calls ?? true,
      temperature: body.temperature ?? 1,
      tool_choice: body.tool_choice ?? 'auto',
      tools: body.tools ?? [],
      top_p: body.top_p ?? 1,
      store: body.store ?? true,
      service_tier: 'default',
      usage: null,
    };
  }

  #reasons(): boolean {
    return reasons(this.#request.model, this.#request.body.reasoning?.effort);
  }

  /** Adds padding to a delta, unless the request turns it off. */
  #delta(type: string, fields: object): void {
    const isPadded = this.#request.body.stream_options?.include_obfuscation !== false;
    this.#emit(type, isPadded ? { ...fields, obfuscation: 'x7Kq2' } : fields);
  }

  #emit(type: string, fields: object): void {
    this.#acts.push(
      write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence, ...fields })}\n\n`),
    );
    this.#sequence += 1;
  }
}

const incompleteReasons: Partial<Record<FinishReason, string>> = {
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
};
