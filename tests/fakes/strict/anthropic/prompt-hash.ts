import { createHash, type Hash } from 'node:crypto';
import { canonical } from '../core/canonical.ts';
import type { ContentBlock, MessagesRequest } from './request-schema.ts';
import { blockMessages } from './turns.ts';

/**
 * A running digest of a prompt, as far as thinking is bound to it: tools, system and messages. Cache marks, ids and the
 * thinking itself don't count, and neither does the border between two texts or two messages of one role.
 */
export class PromptHash {
  readonly #hash: Hash;
  #isInText = false;
  #role = '';

  constructor({ system, tools }: Pick<MessagesRequest, 'system' | 'tools'>) {
    const texts = typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('\n');
    this.#hash = createHash('sha256').update(canonical({ system: texts, tools: tools ?? [] }, unbound));
  }

  add(role: string, block: ContentBlock): void {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') return;
    if (role !== this.#role) this.#mark(`role ${role}`);
    this.#role = role;
    if (block.type !== 'text') this.#mark(canonical(block, unbound));
    else {
      if (!this.#isInText) this.#mark('text');
      this.#isInText = true;
      this.#hash.update(block.text);
    }
  }

  value(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  #mark(text: string): void {
    this.#isInText = false;
    this.#hash.update(`\0${text}\0`);
  }
}

export function hashOfPrompt(body: MessagesRequest): PromptHash {
  const hash = new PromptHash(body);
  for (const { role, content } of blockMessages(body)) for (const block of content) hash.add(role, block);
  return hash;
}

const unbound = new Set(['cache_control', 'id', 'tool_use_id', 'caller']);
