import type { ThreadState, TreeState } from '@retinue/protocol';
import { reasonText } from '@retinue/protocol';
import { HeldStep } from './held-step.ts';
import type { Answer, AnswerStep, Drafts } from './to-ui-messages.ts';
import { partsOf, uiEntriesOf } from './to-ui-messages.ts';
import type { UiMessage, UiMessageChunk, UiPart } from './ui-message.ts';

export interface UiStream {
  /** Chunks that bring the client from its state to the current one. */
  update(tree: TreeState, drafts: Drafts): UiMessageChunk[];
  /** Sends delayed parts, and the end of the stream. */
  end(): UiMessageChunk[];
  /** The answer is complete and another has started, which this client can't take in the same stream. */
  readonly isSuperseded: boolean;
  /** A part is delayed for its size. */
  readonly isHolding: boolean;
}

export interface UiStreamOptions {
  /** The messages that the client has already; answers among them are not sent. Null: none. */
  before: UiMessage[] | null;
  /**
   * Whether further answers follow in the same stream: the client accepts them when it resumes, not when it has sent a
   * message.
   */
  follows: boolean;
  now: () => number;
}

/** Writes the difference between the client's state and the current one, however large it is. */
export function createUiStream({ before, follows, now }: UiStreamOptions): UiStream {
  return new DiffStream(new Map(before?.map(({ id, parts }) => [id, parts])), follows, now);
}

/** The answer that the client is building. */
interface Held {
  id: string;
  steps: HeldStep[];
  shown: readonly AnswerStep[];
}

class DiffStream implements UiStream {
  /** Finished messages, as the client has them. */
  readonly #known: Map<string, UiPart[]>;
  readonly #follows: boolean;
  readonly #now: () => number;
  #held: Held | null = null;
  #tree: TreeState | null = null;
  #isSuperseded = false;

  constructor(known: Map<string, UiPart[]>, follows: boolean, now: () => number) {
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
    this.#tree = tree;
    return this.#bring(answersOf(tree, drafts), false);
  }

  end(): UiMessageChunk[] {
    const tree = this.#tree;
    if (!tree) return [];
    const answers = answersOf(tree, () => null);
    const chunks = [...this.#bring(answers, true), ...(this.#follows ? this.#mend(answers) : [])];
    if (this.#held) chunks.push(...this.#showLastStep(this.#held), { type: 'finish-step' });
    const root = tree.threads[tree.rootId];
    return [...chunks, ...(this.#isSuperseded || !root ? [finished] : farewell(root))];
  }

  #bring(answers: readonly Answer[], isLast: boolean): UiMessageChunk[] {
    const chunks = answers.some(({ id }) => id === this.#held?.id) ? [] : this.#emptyLastStep();
    for (const answer of answers) {
      if (this.#isSuperseded) break;
      if (this.#known.has(answer.id)) continue;
      const begins = this.#held?.id !== answer.id;
      if (begins && this.#held && !this.#follows) this.#isSuperseded = true;
      else if (begins) chunks.push(...this.#begin(answer));
      if (!this.#isSuperseded) chunks.push(...this.#bringAnswer(answer, isLast || answer !== answers.at(-1)));
    }
    return chunks;
  }

  #begin(answer: Answer): UiMessageChunk[] {
    const left: UiMessageChunk[] = this.#held ? [...this.#showLastStep(this.#held), { type: 'finish-step' }] : [];
    if (this.#held) this.#known.set(this.#held.id, partsOf(this.#held.shown));
    this.#held = { id: answer.id, steps: [], shown: [] };
    return [...left, { type: 'start', messageId: answer.id }];
  }

  /**
   * Earlier answers that have changed since, such as by another attempt at one of their tasks. The client can build one
   * message at a time, so each is sent again as a whole, and the last one after them.
   */
  #mend(answers: readonly Answer[]): UiMessageChunk[] {
    const last = answers.find(({ id }) => id === this.#held?.id);
    const changed = answers.filter(({ id, steps }) => {
      const known = this.#known.get(id);
      return known !== undefined && id !== last?.id && !isSame(known, partsOf(steps));
    });
    if (changed.length === 0) return [];
    return [...changed, ...(last ? [last] : [])].flatMap((answer) => [
      ...this.#begin(answer),
      ...this.#bringAnswer(answer, true),
    ]);
  }

  #bringAnswer(answer: Answer, isLast: boolean): UiMessageChunk[] {
    if (!this.#held) return [];
    const { steps } = this.#held;
    const throttle = { now: this.#now(), isLast };
    const chunks = steps.length > answer.steps.length ? this.#emptyLastStep() : [];
    for (const [index, target] of answer.steps.entries()) {
      let held = steps[index];
      if (!held) {
        if (index > 0) chunks.push({ type: 'finish-step' });
        chunks.push({ type: 'start-step' });
        held = new HeldStep(target);
        steps.push(held);
      }
      chunks.push(...held.update(target, throttle));
    }
    if (steps.length === answer.steps.length) this.#held.shown = answer.steps;
    return chunks;
  }

  /** The client draws a step when it receives a part. A second `start` makes it draw a step without parts. */
  #showLastStep({ id, steps }: Held): UiMessageChunk[] {
    return steps.at(-1)?.isEmpty ? [{ type: 'start', messageId: id }] : [];
  }

  /** A retried step stands behind a later message. The client can only empty it. */
  #emptyLastStep(): UiMessageChunk[] {
    return this.#held?.steps.at(-1)?.empty() ?? [];
  }
}

function answersOf(tree: TreeState, drafts: Drafts): Answer[] {
  return uiEntriesOf(tree, drafts).filter((entry) => entry.role === 'assistant');
}

/** Only tasks and the last step can change in an answer that another has followed. */
function isSame(left: readonly UiPart[], right: readonly UiPart[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((part, index) => {
    const other = right[index];
    return part.type !== 'data-tool-agent' || part === other || JSON.stringify(part) === JSON.stringify(other);
  });
}

const finished: UiMessageChunk = { type: 'finish', finishReason: 'stop' };

/** The reason why the chat is at rest. */
function farewell({ status, outcome }: ThreadState): UiMessageChunk[] {
  const reason = outcome?.reason ? reasonText(outcome.reason) : null;
  if (status === 'cancelled') return [{ type: 'abort', reason: reason ?? 'Stopped.' }];
  if (status === 'failed') {
    // There is an answer, though the budget may have cut it short.
    const isAnswered = outcome?.limit === 'budget' && outcome.result !== '';
    return [
      { type: 'finish', finishReason: isAnswered ? 'length' : 'error' },
      { type: 'error', errorText: reason ?? 'The chat failed.' },
    ];
  }
  return [status === 'idle' ? finished : { type: 'finish', finishReason: 'tool-calls' }];
}
