import type { FinishReason } from '@retinue/protocol';
import { type Act, write } from '../../openai-replies.ts';
import { digest } from '../core/seal.ts';
import type { StepCount } from '../core/step-count.ts';
import type { PlayedLine, PlayedStep } from '../core/strict-lines.ts';
import { waitingAct } from '../core/waiting.ts';
import { type CheckedGenerate, isModel, signedContent, turnStart } from './contents.ts';
import { errorOf, failureOf } from './problems.ts';
import type { GeminiPart } from './request-schema.ts';

export function writeContent(request: CheckedGenerate, step: PlayedStep, count: StepCount): Act[] {
  return new ContentStream(request, count).write(step);
}

class ContentStream {
  readonly #request: CheckedGenerate;
  readonly #count: StepCount;
  readonly #acts: Act[] = [];
  readonly #response: string;
  #text = '';
  #hasSignedCall = false;
  #hasOutput = false;

  constructor(request: CheckedGenerate, count: StepCount) {
    this.#request = request;
    this.#count = count;
    this.#response = digest(JSON.stringify(request.body));
  }

  write({ lines, finishReason }: PlayedStep): Act[] {
    for (const line of lines) {
      if (line.type === 'fail') {
        this.#frame({ error: errorOf(failureOf(line)) });
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
        this.#say(line.deltas);
        break;
      case 'think':
        this.#think(line.deltas);
        break;
      case 'redact': // the signature on the next part is all that shows
      case 'refuse': // a refusal has no content
        break;
      case 'calls':
        for (const { id, name, deltas } of line.calls) this.#call(id, name, deltas);
        break;
      case 'search':
        this.#search(line);
        break;
      default:
        throw new Error(`Gemini can't ${line.type} here.`);
    }
  }

  #say(deltas: readonly string[], more: object = {}): void {
    for (const [index, text] of deltas.entries()) {
      this.#text += text;
      this.#parts([{ text }], index === deltas.length - 1 ? more : {});
    }
  }

  /** Thoughts come as one piece, and only where they were asked for. */
  #think(deltas: readonly string[]): void {
    if (this.#request.body.generationConfig?.thinkingConfig?.includeThoughts)
      this.#parts([{ text: deltas.join(''), thought: true }]);
  }

  /** Arguments come whole. Only the first call of an answer is signed. */
  #call(id: string, name: string, deltas: readonly string[]): void {
    const functionCall = { ...(this.#request.model.namesCalls ? { id } : {}), name, args: argumentsIn(deltas) };
    const part: GeminiPart = { functionCall };
    const isSigned = this.#request.model.signs && !this.#hasSignedCall;
    this.#hasSignedCall = true;
    this.#parts([isSigned ? { ...part, thoughtSignature: this.#sign(part) } : part]);
  }

  #search({ query, results, deltas }: Extract<PlayedLine, { type: 'search' }>): void {
    const offered = (this.#request.body.tools ?? []).some(({ googleSearch }) => googleSearch !== undefined);
    if (!offered) throw new Error('The script searches, but the request offers no googleSearch tool.');
    const text = deltas.join('');
    this.#say(deltas, {
      groundingMetadata: {
        webSearchQueries: [query],
        searchEntryPoint: { renderedContent: '<div></div>' },
        groundingChunks: results.map(({ title, url }) => ({ web: { uri: url, title } })),
        groundingSupports: [
          {
            segment: { startIndex: 0, endIndex: Buffer.byteLength(text), text },
            groundingChunkIndices: results.map((_, index) => index),
          },
        ],
      },
    });
  }

  #end(finishReason: FinishReason): void {
    const finish = { finishReason: finishReasons[finishReason] };
    const isSigned = this.#request.model.signs && !this.#hasSignedCall;
    if (finishReason === 'content-filter' && !this.#hasOutput)
      this.#frame({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...this.#base() });
    else this.#parts([isSigned ? { text: '', thoughtSignature: this.#sign({ text: '' }) } : { text: '' }], finish);
  }

  #sign(part: GeminiPart): string {
    const { body, server, modelId } = this.#request;
    const start = turnStart(body);
    return server.seals.seal({
      kind: 'thought',
      model: modelId,
      response: this.#response,
      ordinal: body.contents.slice(start).filter(isModel).length + 1,
      content: signedContent(part, [{ text: this.#text }]),
      chain: '',
      prefix: '',
    });
  }

  #parts(parts: readonly GeminiPart[], more: object = {}): void {
    this.#hasOutput ||= parts.some(({ text }) => text !== '');
    this.#frame({ candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }], ...this.#base() });
  }

  #base() {
    const { input, read, output, reasoning } = this.#count;
    return {
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output - reasoning,
        thoughtsTokenCount: reasoning,
        totalTokenCount: input + output,
        ...(read > 0 ? { cachedContentTokenCount: read } : {}),
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
      },
      modelVersion: this.#request.modelId,
      responseId: this.#response,
    };
  }

  #frame(content: object): void {
    this.#acts.push(write(`data: ${JSON.stringify(content)}\r\n\r\n`));
  }
}

function argumentsIn(deltas: readonly string[]): Record<string, unknown> {
  try {
    return JSON.parse(deltas.join('') || '{}');
  } catch {
    return {};
  }
}

const finishReasons: Record<FinishReason, string> = {
  stop: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
  error: 'MALFORMED_FUNCTION_CALL',
  other: 'OTHER',
};
