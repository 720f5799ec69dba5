import type { ServerSide } from '../core/provider.ts';
import { digest, type Sealed } from '../core/seal.ts';
import type { OpenAiModel } from '../openai/models.ts';
import type { InputItem, ReasoningItem, ResponsesRequest } from './request-schema.ts';

/** A request whose shape is right, with what its rules ask about. */
export interface CheckedResponses {
  body: ResponsesRequest;
  model: OpenAiModel;
  server: ServerSide;
}

export function itemsOf({ input }: ResponsesRequest): InputItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
}

/** Items that a model has written. */
export function isOutput(item: InputItem): boolean {
  return 'role' in item ? item.role === 'assistant' : item.type !== 'function_call_output';
}

export interface OpenedReasoning {
  item: ReasoningItem;
  index: number;
  /** The opened content; null when there is none, or this service did not give it. */
  sealed: Sealed | null;
}

export function openedReasoning({ body, server }: CheckedResponses): OpenedReasoning[] {
  return itemsOf(body).flatMap((item, index) => {
    if (!('type' in item) || item.type !== 'reasoning') return [];
    const sealed = item.encrypted_content ? server.seals.open(item.encrypted_content) : null;
    return [{ item, index, sealed }];
  });
}

/** The id and the summary are sealed with the reasoning. */
export function reasoningContent(id: string, summary: ReasoningItem['summary']): string {
  return digest(id, JSON.stringify(summary));
}

/**
 * Ids of items of one response. Those that came behind a reasoning item end with a mark of it, by which the service knows
 * that the reasoning is missing when they come back without it.
 */
export function itemId(
  { server }: CheckedResponses,
  prefix: 'rs' | 'fc' | 'msg' | 'ws',
  response: string,
  index: number,
): string {
  return server.seals.id(`${prefix}_`, response, index);
}

export function behindReasoning({ server }: CheckedResponses, id: string, reasoningId: string): string {
  return `${id}${reasoningId.slice(3, 27)}${server.seals.id('', id, reasoningId).slice(0, 8)}`;
}

/** The reasoning item that an item came behind; null for ids of others and for items without one. */
export function reasoningIdOf({ server }: CheckedResponses, id: string): string | null {
  const [, own, reasoning, mark] = /^((?:fc|msg|ws)_[0-9a-f]{24})([0-9a-f]{24})([0-9a-f]{8})$/.exec(id) ?? [];
  if (own === undefined || reasoning === undefined) return null;
  const reasoningId = `rs_${reasoning}`;
  return server.seals.id('', own, reasoningId).slice(0, 8) === mark ? reasoningId : null;
}
