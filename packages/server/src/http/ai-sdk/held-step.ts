import type { AnswerStep } from './to-ui-messages.ts';
import type { AgentPart, ReasoningPart, TextPart, ToolPart, UiMessageChunk, UiPart } from './ui-message.ts';

/*
 * A step as the client holds it. The client appends parts in the order of their arrival, lengthens texts, and replaces
 * tool parts and data parts in place. Any other change (another attempt, a dropped call, parts that end in another
 * order than they started) needs `reset-step`, which empties the last step.
 */
export class HeldStep {
  readonly #step: number;
  #attempt: number;
  #parts: UiPart[] = [];
  readonly #agents = new Map<string, HeldAgent>();

  constructor({ step, attempt }: AnswerStep) {
    this.#step = step;
    this.#attempt = attempt;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Whether an agent part is newer than the client's, because sending it now would be too much. */
  get isHolding(): boolean {
    return this.#agents.size > 0 && this.#agents.values().some(({ isBehind }) => isBehind);
  }

  update(target: AnswerStep, throttle: Throttle): UiMessageChunk[] {
    const isSameAttempt = target.attempt === this.#attempt;
    if (isSameAttempt && (target.isUnheard || (target.parts === this.#parts && !this.isHolding))) return [];
    const chunks: UiMessageChunk[] = isSameAttempt && canBecome(this.#parts, target.parts) ? [] : this.empty();
    this.#attempt = target.attempt;
    for (const [index, part] of target.parts.entries()) {
      const held = this.#parts[index] ?? null;
      chunks.push(...this.#bring(held, part, `${this.#step}-${index}`, throttle));
    }
    this.#parts = target.parts;
    return chunks;
  }

  /** Also for a step that moved behind a later message. */
  empty(): UiMessageChunk[] {
    if (this.#parts.length === 0) return [];
    this.#parts = [];
    this.#agents.clear();
    return [{ type: 'reset-step' }];
  }

  #bring(held: UiPart | null, part: UiPart, place: string, throttle: Throttle): UiMessageChunk[] {
    if (held === part && part.type !== 'data-tool-agent') return [];
    if (isTextPart(part)) return bringText(held && isTextPart(held) ? held : null, part, place);
    if (part.type === 'reasoning') return bringReasoning(held?.type === 'reasoning' ? held : null, part);
    if (isAgentPart(part)) return this.#bringAgent(part, throttle);
    return isToolPart(part) ? bringTool(held && isToolPart(held) ? held : null, part) : [];
  }

  /** A data part can only be sent whole, so a large one is sent less often while it changes. */
  #bringAgent(part: AgentPart, throttle: Throttle): UiMessageChunk[] {
    const held = this.#agents.get(part.id);
    if (held?.part === part) return [];
    const isUrgent = throttle.isLast || !held || held.part.data.status !== part.data.status;
    if (!isUrgent && throttle.now < held.nextAt) {
      held.isBehind = true;
      return [];
    }
    const text = JSON.stringify(part.data);
    const isNews = held?.text !== text;
    const nextAt = isNews ? throttle.now + text.length / charactersPerMs : (held?.nextAt ?? 0);
    this.#agents.set(part.id, { part, text, nextAt, isBehind: false });
    return isNews ? [part] : [];
  }
}

export interface Throttle {
  now: number;
  /** The last chance: nothing may be held back. */
  isLast: boolean;
}

interface HeldAgent {
  part: AgentPart;
  text: string;
  nextAt: number;
  isBehind: boolean;
}

/** For one agent part that changes all the time: 256 KB a second. */
const charactersPerMs = 256;

function canBecome(held: readonly UiPart[], target: readonly UiPart[]): boolean {
  return held.length <= target.length && held.every((part, index) => canGrowInto(part, target[index]));
}

function canGrowInto(held: UiPart, target: UiPart | undefined): boolean {
  if (!target || held.type !== target.type) return false;
  if (held === target) return true;
  if (isAgentPart(held)) return isAgentPart(target) && held.id === target.id;
  if (isToolPart(held)) {
    if (!isToolPart(target) || held.toolCallId !== target.toolCallId) return false;
    if (target.state !== 'input-streaming') return true;
    return held.state === 'input-streaming' && target.rawInput.startsWith(held.rawInput);
  }
  if (!('text' in held) || !('text' in target)) return true;
  return held.state === 'done' ? held.text === target.text : target.text.startsWith(held.text);
}

function bringText(held: TextPart | null, part: TextPart, place: string): UiMessageChunk[] {
  const id = `text-${place}`;
  const delta = part.text.slice(held?.text.length ?? 0);
  const chunks: UiMessageChunk[] = held ? [] : [{ type: 'text-start', id }];
  if (delta !== '') chunks.push({ type: 'text-delta', id, delta });
  if (part.state === 'done' && held?.state !== 'done') chunks.push({ type: 'text-end', id });
  return chunks;
}

function bringReasoning(held: ReasoningPart | null, part: ReasoningPart): UiMessageChunk[] {
  const { id, providerMetadata } = part;
  const delta = part.text.slice(held?.text.length ?? 0);
  const chunks: UiMessageChunk[] = held ? [] : [{ type: 'reasoning-start', id }];
  if (delta !== '') chunks.push({ type: 'reasoning-delta', id, delta });
  if (part.state === 'done' && held?.state !== 'done') {
    chunks.push({ type: 'reasoning-end', id, ...(providerMetadata ? { providerMetadata } : {}) });
  }
  return chunks;
}

function bringTool(held: ToolPart | null, part: ToolPart): UiMessageChunk[] {
  const { toolCallId } = part;
  const toolName = part.type.slice('tool-'.length);
  if (part.state === 'input-streaming') {
    const delta = part.rawInput.slice(held?.state === 'input-streaming' ? held.rawInput.length : 0);
    const chunks: UiMessageChunk[] = held ? [] : [{ type: 'tool-input-start', toolCallId, toolName }];
    if (delta !== '') chunks.push({ type: 'tool-input-delta', toolCallId, inputTextDelta: delta });
    return chunks;
  }
  const chunks: UiMessageChunk[] = [];
  if (!held || held.state === 'input-streaming') {
    chunks.push({ type: 'tool-input-available', toolCallId, toolName, input: part.input });
  }
  if (held?.state === part.state) return chunks;
  if (part.state === 'output-available') {
    chunks.push({ type: 'tool-output-available', toolCallId, output: part.output });
  }
  if (part.state === 'output-error') {
    chunks.push({ type: 'tool-output-error', toolCallId, errorText: part.errorText });
  }
  return chunks;
}

function isTextPart(part: UiPart): part is TextPart {
  return part.type === 'text';
}

function isAgentPart(part: UiPart): part is AgentPart {
  return part.type === 'data-tool-agent';
}

function isToolPart(part: UiPart): part is ToolPart {
  return part.type.startsWith('tool-');
}
