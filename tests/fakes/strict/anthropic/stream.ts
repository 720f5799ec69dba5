import type { FinishReason } from '@retinue/protocol';
import type { Act } from '../../openai-replies.ts';
import { write } from '../../openai-replies.ts';
import { digest } from '../core/seal.ts';
import type { StepCount } from '../core/step-count.ts';
import type { PlayedLine, PlayedStep, SearchResult } from '../core/strict-lines.ts';
import { waitingAct } from '../core/waiting.ts';
import { failureOf } from './problems.ts';
import { hashOfPrompt } from './prompt-hash.ts';
import type { ContentBlock } from './request-schema.ts';
import { chainOf, contentOf, presentThinking, type ThinkingBlock } from './thinking-seals.ts';
import { blockMessages, type CheckedMessages, interleaves, thinkingMode, thinks, turnStart } from './turns.ts';

export function writeMessage(request: CheckedMessages, step: PlayedStep, count: StepCount): Act[] {
  return new MessageStream(request, count).write(step);
}

/** Whether this request is answered with thinking at this point: not after results in manual mode. */
export function mayThink(request: CheckedMessages): boolean {
  const isFirstOfTurn = turnStart(request.body) === blockMessages(request.body).length;
  return thinks(request) && (isFirstOfTurn || interleaves(request));
}

class MessageStream {
  readonly #request: CheckedMessages;
  readonly #count: StepCount;
  readonly #acts: Act[] = [];
  readonly #response: string;
  /** Signed blocks of the turn so far, of earlier answers too. */
  readonly #signed: ThinkingBlock[];
  readonly #prompt: ReturnType<typeof hashOfPrompt>;
  #index = 0;
  #ordinal = 0;

  constructor(request: CheckedMessages, count: StepCount) {
    this.#request = request;
    this.#count = count;
    this.#response = digest(JSON.stringify(request.body));
    this.#signed = presentThinking(request).map(({ block }) => block);
    this.#prompt = hashOfPrompt(request.body);
  }

  write({ lines, finishReason }: PlayedStep): Act[] {
    this.#start();
    const isThinkingFirst = lines[0]?.type === 'think' || lines[0]?.type === 'redact';
    if (thinkingMode(this.#request) === 'enabled' && mayThink(this.#request) && !isThinkingFirst)
      this.#think(['A short thought.']);
    for (const line of mergeTexts(lines)) {
      if (line.type === 'fail') return [...this.#acts, event('error', { error: failureOf(line).error })];
      this.#line(line);
      if (line.type === 'hang') return this.#acts;
    }
    this.#end(finishReason);
    return this.#acts;
  }

  #line(line: PlayedLine): void {
    const waiting = waitingAct(line, this.#request.server.barriers);
    if (waiting) {
      if (line.type === 'pause') this.#emit('ping', {});
      this.#acts.push(waiting);
      return;
    }
    switch (line.type) {
      case 'say':
      case 'refuse':
        this.#text(line.deltas);
        break;
      case 'think':
        if (mayThink(this.#request)) this.#think(line.deltas);
        break;
      case 'redact':
        if (mayThink(this.#request)) this.#redacted();
        break;
      case 'calls':
        for (const { id, name, deltas } of line.calls) this.#call(id, name, deltas);
        break;
      case 'search':
        this.#search(line.query, line.results, line.deltas);
        break;
      default:
        throw new Error(`Anthropic can't ${line.type} here.`);
    }
  }

  #start(): void {
    const { input, read, written } = this.#count;
    const ttl = { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 };
    this.#emit('message_start', {
      message: {
        id: `msg_${this.#response}`,
        type: 'message',
        role: 'assistant',
        model: this.#request.body.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        usage: {
          input_tokens: input - read - written,
          cache_creation_input_tokens: written,
          cache_read_input_tokens: read,
          cache_creation: ttl,
          output_tokens: 1,
          service_tier: 'standard',
        },
      },
    });
  }

  #text(deltas: readonly string[], citations: readonly object[] = []): void {
    this.#prompt.add('assistant', { type: 'text', text: deltas.join('') });
    const start = citations.length > 0 ? { type: 'text', text: '', citations: [] } : { type: 'text', text: '' };
    this.#block(start, [
      { type: 'text_delta', text: '' },
      ...citations.map((citation) => ({ type: 'citations_delta', citation })),
      ...deltas.map((text) => ({ type: 'text_delta', text })),
    ]);
  }

  #think(deltas: readonly string[]): void {
    const shown = this.#isOmitted() ? [] : deltas;
    const thinking = shown.join('');
    const signature = this.#sign({ type: 'thinking', thinking, signature: '' });
    this.#signed.push({ type: 'thinking', thinking, signature });
    this.#block({ type: 'thinking', thinking: '', signature: '' }, [
      ...shown.map((text) => ({ type: 'thinking_delta', thinking: text })),
      { type: 'signature_delta', signature },
    ]);
  }

  #redacted(): void {
    const data = this.#sign({ type: 'redacted_thinking', data: '' });
    this.#signed.push({ type: 'redacted_thinking', data });
    this.#block({ type: 'redacted_thinking', data }, []);
  }

  #call(id: string, name: string, deltas: readonly string[]): void {
    const input = argumentsIn(deltas);
    this.#prompt.add('assistant', { type: 'tool_use', id, name, input });
    this.#block({ type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } }, [
      { type: 'input_json_delta', partial_json: '' },
      ...deltas.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    ]);
  }

  #search(query: string, results: readonly SearchResult[], deltas: readonly string[]): void {
    const offered = (this.#request.body.tools ?? []).some(({ type }) => type?.startsWith('web_search_'));
    if (!offered) throw new Error('The script searches, but the request offers no web_search tool.');
    const id = this.#request.server.seals.id('srvtoolu_', this.#response, this.#index);
    this.#add({ type: 'server_tool_use', id, name: 'web_search', input: { query } });
    this.#block({ type: 'server_tool_use', id, name: 'web_search', input: {}, caller: { type: 'direct' } }, [
      { type: 'input_json_delta', partial_json: '' },
      { type: 'input_json_delta', partial_json: JSON.stringify({ query }) },
    ]);
    const content = results.map(({ title, url }) => ({
      type: 'web_search_result' as const,
      url,
      title,
      page_age: null,
      encrypted_content: this.#request.server.seals.seal(this.#sealed('search', digest(url, title))),
    }));
    const result = { type: 'web_search_tool_result' as const, tool_use_id: id, content };
    this.#add(result);
    this.#block({ ...result, caller: { type: 'direct' } }, []);
    const citations = results.map(({ title, url }, index) => ({
      type: 'web_search_result_location',
      url,
      title,
      encrypted_index: content[index]?.encrypted_content,
      cited_text: title,
    }));
    this.#text(deltas, citations);
  }

  #end(finishReason: FinishReason): void {
    const { input, read, written, output, reasoning, searches } = this.#count;
    const isRefused = finishReason === 'content-filter';
    const delta = {
      stop_reason: stopReasons[finishReason],
      stop_sequence: null,
      stop_details: isRefused ? { type: 'refusal', category: 'cyber', explanation: null } : null,
      container: null,
    };
    const usage = {
      input_tokens: input - read - written,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      output_tokens: output,
      output_tokens_details: { thinking_tokens: reasoning },
      ...(searches > 0 ? { server_tool_use: { web_search_requests: searches, web_fetch_requests: 0 } } : {}),
    };
    this.#emit('message_delta', { delta, usage });
    this.#emit('message_stop', {});
  }

  #block(start: object, deltas: readonly object[]): void {
    const index = this.#index;
    this.#index += 1;
    this.#emit('content_block_start', { index, content_block: start });
    if (index === 0) this.#emit('ping', {});
    for (const delta of deltas) this.#emit('content_block_delta', { index, delta });
    this.#emit('content_block_stop', { index });
  }

  #add(block: ContentBlock): void {
    this.#prompt.add('assistant', block);
  }

  #sign(block: ThinkingBlock): string {
    return this.#request.server.seals.seal(this.#sealed('thinking', contentOf(block)));
  }

  #sealed(kind: string, content: string) {
    const ordinal = this.#ordinal;
    this.#ordinal += 1;
    const { model } = this.#request.body;
    const [chain, prefix] = [chainOf(this.#signed), this.#prompt.value()];
    return { kind, model, response: this.#response, ordinal, content, chain, prefix };
  }

  #isOmitted(): boolean {
    const { thinking } = this.#request.body;
    const display = thinking && 'display' in thinking ? thinking.display : null;
    return display ? display === 'omitted' : this.#request.model.omitsThinking;
  }

  #emit(type: string, fields: object): void {
    this.#acts.push(event(type, fields));
  }
}

function event(type: string, fields: object): Act {
  return write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

/** Texts in a row are one block, as a model writes them. */
function mergeTexts(lines: readonly PlayedLine[]): PlayedLine[] {
  const merged: PlayedLine[] = [];
  for (const line of lines) {
    const last = merged.at(-1);
    if (line.type === 'say' && last?.type === 'say')
      merged.splice(-1, 1, { ...last, deltas: [...last.deltas, ...line.deltas] });
    else merged.push(line);
  }
  return merged.filter((line) => line.type !== 'say' || line.deltas.join('') !== '');
}

function argumentsIn(deltas: readonly string[]): Record<string, unknown> {
  try {
    return JSON.parse(deltas.join('') || '{}');
  } catch {
    return {};
  }
}

const stopReasons: Record<FinishReason, string> = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
  error: 'model_context_window_exceeded',
  other: 'pause_turn',
};
