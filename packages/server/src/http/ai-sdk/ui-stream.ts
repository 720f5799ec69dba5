import type { ThreadState, TreeState } from '@retinue/protocol';
import { HeldStep } from './held-step.ts';
import type { Answer, Drafts } from './to-ui-messages.ts';
import { entriesOf } from './to-ui-messages.ts';
import type { UiMessage, UiMessageChunk } from './ui-message.ts';

export interface UiStream {
  /** The chunks that bring the client from what it holds to what is now. */
  update(tree: TreeState, drafts: Drafts): UiMessageChunk[];
  /** What was held back, and how the stream ends. */
  end(): UiMessageChunk[];
  /** The answer is complete and another has begun, which this client can't take in the same stream. */
  readonly isSuperseded: boolean;
  /** Something is held back for its size and is due later. */
  readonly isHolding: boolean;
}

export interface UiStreamOptions {
  /** The messages that the client has already; answers among them are not sent. Null: none. */
  before: UiMessage[] | null;
  /** Whether further answers follow in the same stream: the client takes them when it resumes, not when it has sent a message. */
  follows: boolean;
  now: () => number;
}

/** Writes the difference between what a client holds and what is now, however far apart the two are. */
export function createUiStream({ before, follows, now }: UiStreamOptions): UiStream {
  return new DiffStream(new Set(before?.map(({ id }) => id)), follows, now);
}

class DiffStream implements UiStream {
  readonly #known: Set<string>;
  readonly #follows: boolean;
  readonly #now: () => number;
  #held: { id: string; steps: HeldStep[] } | null = null;
  #last: { tree: TreeState; drafts: Drafts } | null = null;
  #isSuperseded = false;

  constructor(known: Set<string>, follows: boolean, now: () => number) {
    this.#known = known;
    this.#follows = follows;
    this.#now = now;
  }

  get isSuperseded(): boolean {
    return this.#isSuperseded;
  }

  get isHolding(): boolean {
    return this.#held?.steps.some((step) => step.isHolding) ?? false;
  }

  update(tree: TreeState, drafts: Drafts): UiMessageChunk[] {
    this.#last = { tree, drafts };
    return this.#bring(tree, drafts, false);
  }

  end(): UiMessageChunk[] {
    if (!this.#last) return [];
    const { tree } = this.#last;
    const chunks = this.#bring(tree, () => null, true);
    if (this.#held) chunks.push({ type: 'finish-step' });
    const root = tree.threads[tree.rootId];
    return [...chunks, ...(this.#isSuperseded || !root ? [finished] : farewell(root))];
  }

  #bring(tree: TreeState, drafts: Drafts, isLast: boolean): UiMessageChunk[] {
    const answers = entriesOf(tree, drafts).filter(
      (entry): entry is Answer => entry.role === 'assistant' && !this.#known.has(entry.id),
    );
    const chunks = answers.some(({ id }) => id === this.#held?.id) ? [] : this.#emptyLastStep();
    for (const answer of answers) {
      if (this.#isSuperseded) break;
      const begins = this.#held?.id !== answer.id;
      if (begins && this.#held && !this.#follows) this.#isSuperseded = true;
      else if (begins) chunks.push(...this.#begin(answer));
      if (!this.#isSuperseded) chunks.push(...this.#bringAnswer(answer, isLast));
    }
    return chunks;
  }

  #begin(answer: Answer): UiMessageChunk[] {
    const left: UiMessageChunk[] = this.#held ? [{ type: 'finish-step' }] : [];
    if (this.#held) this.#known.add(this.#held.id);
    this.#held = { id: answer.id, steps: [] };
    return [...left, { type: 'start', messageId: answer.id }];
  }

  #bringAnswer(answer: Answer, isLast: boolean): UiMessageChunk[] {
    const steps = this.#held?.steps ?? [];
    const pace = { now: this.#now(), isLast };
    const chunks = steps.length > answer.steps.length ? this.#emptyLastStep() : [];
    for (const [index, target] of answer.steps.entries()) {
      let held = steps[index];
      if (!held) {
        if (index > 0) chunks.push({ type: 'finish-step' });
        chunks.push({ type: 'start-step' });
        held = new HeldStep(target);
        steps.push(held);
      }
      chunks.push(...held.update(target, pace));
    }
    return chunks;
  }

  /** A step that is tried again after a later message stands behind that message then. The client can only empty it. */
  #emptyLastStep(): UiMessageChunk[] {
    return this.#held?.steps.at(-1)?.empty() ?? [];
  }
}

const finished: UiMessageChunk = { type: 'finish', finishReason: 'stop' };

/** How the chat came to rest. */
function farewell({ status, outcome }: ThreadState): UiMessageChunk[] {
  const reason = outcome?.reason ?? null;
  if (status === 'cancelled') return [{ type: 'abort', reason: reason ?? 'Stopped.' }];
  if (status === 'failed') {
    return [
      { type: 'finish', finishReason: 'error' },
      { type: 'error', errorText: reason ?? 'The chat failed.' },
    ];
  }
  return [status === 'idle' ? finished : { type: 'finish', finishReason: 'tool-calls' }];
}
