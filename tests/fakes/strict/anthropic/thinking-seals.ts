import { digest, type Sealed } from '../core/seal.ts';
import type { ContentBlock } from './request-schema.ts';
import { blockMessages, type CheckedMessages, type PlacedBlock, placedBlocks, turnStart } from './turns.ts';

/*
 * A thinking block's signature covers its text, its model, the prompt before it, and the chain of signatures before it in
 * the same turn. So an altered, moved, merged or removed block breaks its own seal or that of a later one.
 */
export type ThinkingBlock = Extract<ContentBlock, { type: 'thinking' | 'redacted_thinking' }>;

export interface OpenedThinking extends PlacedBlock {
  block: ThinkingBlock;
  /** The opened signature; null when this service did not give it. */
  sealed: Sealed | null;
}

export function openedThinking(request: CheckedMessages): OpenedThinking[] {
  return placedBlocks(request.body).flatMap((placed) => {
    const { block } = placed;
    if (block.type !== 'thinking' && block.type !== 'redacted_thinking') return [];
    return [{ ...placed, block, sealed: request.server.seals.open(signatureOf(block)) }];
  });
}

function signatureOf(block: ThinkingBlock): string {
  return block.type === 'thinking' ? block.signature : block.data;
}

export function contentOf(block: ThinkingBlock): string {
  return digest(block.type, block.type === 'thinking' ? block.thinking : '');
}

/** Blocks of other models are left out by the service, unbilled and without an error. */
export function isReadable({ sealed }: OpenedThinking, { body }: CheckedMessages): boolean {
  return sealed === null || sealed.model === body.model;
}

/** Blocks of the present turn, as the model reads them. */
export function presentThinking(request: CheckedMessages): OpenedThinking[] {
  const start = turnStart(request.body);
  return openedThinking(request).filter((opened) => opened.message >= start && isReadable(opened, request));
}

export function chainOf(blocks: readonly ThinkingBlock[]): string {
  return digest(...blocks.map(signatureOf));
}

/** An id of a tool call that says how many thinking blocks of its response came before it. */
export function toolUseId({ body, server }: CheckedMessages, index: number, thinkingBefore: number): string {
  const nonce = digest(JSON.stringify(body.messages), String(index)).slice(0, 10);
  const count = thinkingBefore.toString(36);
  return `toolu_${nonce}${count}${server.seals.id('', body.model, nonce, count).slice(0, 11)}`;
}

/** Calls of the present turn whose thinking is gone: their id still says that there was some. */
export function callsWithoutThinking({ body, server }: CheckedMessages): { message: number; index: number }[] {
  const start = turnStart(body);
  return blockMessages(body).flatMap(({ content }, message) => {
    if (message < start) return [];
    return content.flatMap((block, index) => {
      if (block.type !== 'tool_use') return [];
      const [, nonce = '', count = '', mark] = /^toolu_([0-9a-f]{10})([0-9a-z])([0-9a-f]{11})$/.exec(block.id) ?? [];
      if (mark === undefined || server.seals.id('', body.model, nonce, count).slice(0, 11) !== mark) return [];
      const before = content.slice(0, index).filter(({ type }) => type.endsWith('thinking')).length;
      return before < Number.parseInt(count, 36) ? [{ message, index }] : [];
    });
  });
}
